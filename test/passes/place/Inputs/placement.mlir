// A placement alone: its mesh is that of the program that it is given to.
plait.placement @from_file on @other {optimizer = sharded over ["data"]} roles {"data" = batch}
