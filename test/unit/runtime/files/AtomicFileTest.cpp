//===- AtomicFileTest.cpp - Written whole or not at all -------------------===//

#include "core/files/AtomicFile.h"
#include "core/Status.h"
#include "core/files/MappedFile.h"
#include "files/TempFile.h"

#include <csignal>
#include <functional>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace plait::runtime;

static std::string refusal(const std::function<void()> &body) {
  try {
    body();
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status, PLAIT_USAGE);
    return failure.what();
  }
  return "accepted";
}

TEST(AtomicFile, CommitMakesTheFile) {
  TempFolder folder;
  AtomicFile file(folder.path("a"));
  file.write("hello ");
  EXPECT_EQ(file.position(), 6u);
  file.write("world");
  file.commit();
  EXPECT_EQ(folder.read("a"), "hello world");
  EXPECT_EQ(folder.list().size(), 1u);
}

TEST(AtomicFile, WithoutCommitTheOldFileStays) {
  TempFolder folder;
  folder.write("a", "old");
  {
    AtomicFile file(folder.path("a"));
    file.write("new");
  }
  EXPECT_EQ(folder.read("a"), "old");
  EXPECT_EQ(folder.list().size(), 1u);
}

TEST(AtomicFile, ReplacesWhatALinkNames) {
  TempFolder folder;
  folder.write("target", "old");
  ASSERT_EQ(symlink("target", folder.path("link").c_str()), 0);
  AtomicFile file(folder.path("link"));
  file.write("new");
  file.commit();
  EXPECT_EQ(folder.read("target"), "new");
  struct stat info;
  ASSERT_EQ(lstat(folder.path("link").c_str(), &info), 0);
  EXPECT_TRUE(S_ISLNK(info.st_mode));
}

TEST(AtomicFile, DevicesAreWrittenInPlace) {
  AtomicFile file("/dev/null");
  file.write("gone");
  file.commit();
  struct stat info;
  ASSERT_EQ(stat("/dev/null", &info), 0);
  EXPECT_TRUE(S_ISCHR(info.st_mode));
}

TEST(AtomicFile, FullDiskLeavesNothing) {
  EXPECT_NE(refusal([] {
              AtomicFile file("/dev/full");
              file.write("x");
            }).find("No space left"),
            std::string::npos);
}

TEST(AtomicFile, TooLargeFileLeavesNothing) {
  TempFolder folder;
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, SIG_IGN);
  rlimit small = {1000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  std::string message = refusal([&] {
    AtomicFile file(folder.path("a"));
    file.write(std::string(5000, 'x'));
    file.commit();
  });
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_NE(message.find("File too large"), std::string::npos) << message;
  EXPECT_TRUE(folder.list().empty());
}

TEST(CheckWritable, Folders) {
  TempFolder folder;
  EXPECT_NE(refusal([&] {
              checkWritable(folder.path("no/such/file"));
            }).find("is not there"),
            std::string::npos);
  EXPECT_NE(
      refusal([&] { checkWritable(folder.path("")); }).find("must name a file"),
      std::string::npos);
  EXPECT_NE(refusal([&] { checkWritable("/tmp"); }).find("it is a folder"),
            std::string::npos);
  folder.write("file", "x");
  EXPECT_NE(refusal([&] {
              checkWritable(folder.path("file/x"));
            }).find("is no folder"),
            std::string::npos);
  EXPECT_EQ(refusal([&] { checkWritable(folder.path("new")); }), "accepted");
}

TEST(MappedFile, ReadsBytes) {
  TempFolder folder;
  auto file = MappedFile::open(folder.write("a", "abc"));
  EXPECT_EQ(file->size(), 3u);
  EXPECT_EQ(file->data()[2], 'c');
}

TEST(MappedFile, Refusals) {
  TempFolder folder;
  EXPECT_NE(refusal([&] {
              MappedFile::open(folder.path("none"));
            }).find("No such file"),
            std::string::npos);
  EXPECT_NE(refusal([&] {
              MappedFile::open(folder.write("empty", ""));
            }).find("is empty"),
            std::string::npos);
  EXPECT_NE(refusal([&] { MappedFile::open("/tmp"); }).find("regular file"),
            std::string::npos);
  ASSERT_EQ(mkfifo(folder.path("pipe").c_str(), 0600), 0);
  EXPECT_NE(refusal([&] {
              MappedFile::open(folder.path("pipe"));
            }).find("regular file"),
            std::string::npos);
}
