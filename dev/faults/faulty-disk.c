// Preloaded into a process: fails or delays what it writes to files whose path contains FAULTY_FILES. The file
// FAULTY_DISK says how: "write" and "sync" fail with EIO, "full" fails writes with ENOSPC, "slow N" delays each sync
// by N milliseconds. Without that file, nothing is changed.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static ssize_t (*real_write)(int, const void *, size_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);

__attribute__((constructor)) static void find_real(void) {
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_write = dlsym(RTLD_NEXT, "write");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
}

static int is_ours(int fd) {
  const char *files = getenv("FAULTY_FILES");
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (!files || length < 0) return 0;
  path[length] = 0;
  return strstr(path, files) != NULL;
}

// Reads what the disk should do; empty if it works.
static void read_fault(int fd, char *fault, size_t size) {
  fault[0] = 0;
  const char *sign = getenv("FAULTY_DISK");
  int file = sign ? open(sign, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  ssize_t length = is_ours(fd) ? read(file, fault, size - 1) : 0;
  fault[length > 0 ? length : 0] = 0;
  close(file);
}

static int fails(int fd, const char *kind) {
  int before = errno;
  char fault[32];
  read_fault(fd, fault, sizeof fault);
  if (strncmp(fault, kind, strlen(kind)) == 0) {
    errno = EIO;
    return 1;
  }
  if (strcmp(kind, "sync") == 0 && strncmp(fault, "slow ", 5) == 0) {
    int ms = atoi(fault + 5);
    struct timespec pause = {ms / 1000, (long)(ms % 1000) * 1000000};
    nanosleep(&pause, NULL);
  }
  if (strcmp(kind, "write") == 0 && strncmp(fault, "full", 4) == 0) {
    errno = ENOSPC;
    return 1;
  }
  errno = before;
  return 0;
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  return fails(fd, "write") ? -1 : real_pwrite(fd, bytes, count, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
  return fails(fd, "write") ? -1 : real_pwrite(fd, bytes, count, at);
}

ssize_t write(int fd, const void *bytes, size_t count) {
  return fails(fd, "write") ? -1 : real_write(fd, bytes, count);
}

int fsync(int fd) { return fails(fd, "sync") ? -1 : real_fsync(fd); }

int fdatasync(int fd) { return fails(fd, "sync") ? -1 : real_fdatasync(fd); }
