// Preloaded into a process: notes what it writes to files below POWER_FILES and what it syncs, in the file POWER_LOG.
// What was written since the last sync of its file is what a power cut may take. Each record is eight numbers of 64
// bits: kind, inode, time of birth, offset, size of the file before, and the lengths of what follows, the bytes that
// were there before and the new ones; the last is the size that a truncation leaves, or the number of a sync.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITTEN = 1, TRUNCATED = 2, SYNC_BEGUN = 3, SYNC_DONE = 4 };

struct record {
  uint64_t kind, inode, born, offset, size, before, after, extra;
};

static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static ssize_t (*real_write)(int, const void *, size_t);
static int (*real_ftruncate)(int, off64_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int log_file = -1;
static uint64_t syncs;

__attribute__((constructor)) static void find_real(void) {
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_write = dlsym(RTLD_NEXT, "write");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  const char *path = getenv("POWER_LOG");
  if (path) log_file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

// Whether it is a file of the data folder; then the record says which.
static int describe(int fd, struct record *record) {
  const char *files = getenv("POWER_FILES");
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = log_file < 0 || !files ? -1 : readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  struct statx facts;
  if (strncmp(path, files, strlen(files)) || statx(fd, "", AT_EMPTY_PATH, STATX_BASIC_STATS | STATX_BTIME, &facts))
    return 0;
  if (!S_ISREG(facts.stx_mode)) return 0;
  memset(record, 0, sizeof *record);
  record->inode = facts.stx_ino;
  record->born = facts.stx_btime.tv_sec * 1000000000ull + facts.stx_btime.tv_nsec;
  record->size = facts.stx_size;
  return 1;
}

static void note(struct record record, int fd, const void *bytes) {
  char *all = malloc(sizeof record + record.before + record.after);
  ssize_t read = record.before ? pread64(fd, all + sizeof record, record.before, record.offset) : 0;
  if (read != (ssize_t)record.before) {
    // The file is open for writing alone: read it by its name.
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    int again = open(link, O_RDONLY | O_CLOEXEC);
    read = again < 0 ? -1 : pread64(again, all + sizeof record, record.before, record.offset);
    close(again);
    if (read != (ssize_t)record.before) abort();
  }
  memcpy(all, &record, sizeof record);
  memcpy(all + sizeof record + record.before, bytes, record.after);
  size_t size = sizeof record + record.before + record.after;
  if (real_write(log_file, all, size) != (ssize_t)size) abort();
  free(all);
}

static void note_write(int fd, const void *bytes, size_t count, off64_t at) {
  struct record record;
  int before = errno;
  if (describe(fd, &record)) {
    record.kind = WRITTEN;
    record.offset = at;
    record.after = count;
    uint64_t left = record.size > (uint64_t)at ? record.size - at : 0;
    record.before = left < count ? left : count;
    note(record, fd, bytes);
  }
  errno = before;
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  note_write(fd, bytes, count, at);
  return real_pwrite(fd, bytes, count, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) { return pwrite64(fd, bytes, count, at); }

ssize_t write(int fd, const void *bytes, size_t count) {
  off64_t at = lseek64(fd, 0, fcntl(fd, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
  if (at >= 0) note_write(fd, bytes, count, at);
  return real_write(fd, bytes, count);
}

// Node writes several buffers at once: one after the other is as good.
ssize_t writev(int fd, const struct iovec *parts, int count) {
  ssize_t written = 0;
  for (int n = 0; n < count; n++) {
    ssize_t now = write(fd, parts[n].iov_base, parts[n].iov_len);
    if (now < 0) return written ? written : now;
    written += now;
    if ((size_t)now < parts[n].iov_len) break;
  }
  return written;
}

int ftruncate64(int fd, off64_t size) {
  struct record record;
  if (describe(fd, &record)) {
    record.kind = TRUNCATED;
    record.offset = size;
    record.before = record.size > (uint64_t)size ? record.size - size : 0;
    record.extra = size;
    note(record, fd, "");
  }
  return real_ftruncate(fd, size);
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

// What is written while the disk syncs may be late for it, so both ends are noted.
static int sync_with(int (*real)(int), int fd) {
  struct record record;
  int is_ours = describe(fd, &record);
  record.extra = ((uint64_t)getpid() << 32) | __sync_add_and_fetch(&syncs, 1);
  record.kind = SYNC_BEGUN;
  if (is_ours) note(record, fd, "");
  int result = real(fd);
  record.kind = SYNC_DONE;
  if (is_ours && result == 0) note(record, fd, "");
  return result;
}

int fsync(int fd) { return sync_with(real_fsync, fd); }

int fdatasync(int fd) { return sync_with(real_fdatasync, fd); }
