/* Writes the boards of a prepared match, each in the next of the ways that it is told. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

static void must(int is_done, const char *what) {
    if (is_done) return;
    perror(what);
    exit(1);
}

static void put(int file, const char *text) {
    must(write(file, text, strlen(text)) == (ssize_t)strlen(text), "write");
    must(close(file) == 0, "close");
}

static void put_at(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    must(file && fputs(text, file) >= 0 && fclose(file) == 0, name);
}

/* As libraries copy: the bytes, the mode, the owner, the times. */
static void copy(const char *from, const char *to) {
    struct stat status;
    int source = open(from, O_RDONLY), sink = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    must(source >= 0 && sink >= 0 && fstat(source, &status) == 0, "open");
    must(sendfile(sink, source, NULL, status.st_size) == status.st_size, "sendfile");
    struct timespec times[2] = {status.st_atim, status.st_mtim};
    must(fchown(sink, status.st_uid, status.st_gid) == 0, "fchown");
    must(fchmod(sink, status.st_mode) == 0, "fchmod");
    must(futimens(sink, times) == 0, "futimens");
    close(source);
    close(sink);
}

/* The older calls, each of which libraries take for granted. */
static void touched(const char *name, const char *text) {
    put_at(name, text);
    must(chmod(name, 0600) == 0, "chmod");
    must(fchmodat(AT_FDCWD, name, 0600, 0) == 0, "fchmodat");
    must(chown(name, getuid(), getgid()) == 0, "chown");
    must(lchown(name, getuid(), getgid()) == 0, "lchown");
    must(fchownat(AT_FDCWD, name, getuid(), getgid(), 0) == 0, "fchownat");
    must(utime(name, NULL) == 0, "utime");
    must(utimes(name, NULL) == 0, "utimes");
    must(futimesat(AT_FDCWD, name, NULL) == 0, "futimesat");
    must(utimensat(AT_FDCWD, name, NULL, 0) == 0, "utimensat");
}

static void publish(const char *way, const char *name, const char *text) {
    if (!strcmp(way, "plain")) {
        put_at(name, text);
    } else if (!strcmp(way, "rename")) {
        put_at("draft", text);
        must(rename("draft", name) == 0, "rename");
    } else if (!strcmp(way, "copy")) {
        put_at("draft", text);
        copy("draft", name);
    } else if (!strcmp(way, "mkstemp")) {
        char path[] = "newXXXXXX";
        int file = mkstemp(path);
        must(file >= 0 && fchmod(file, 0644) == 0, "mkstemp");
        put(file, text);
        must(rename(path, name) == 0, "rename");
    } else if (!strcmp(way, "link")) {
        put_at("draft", text);
        must(link("draft", name) == 0 && unlink("draft") == 0, "link");
    } else if (!strcmp(way, "unnamed")) {
        char path[64];
        int file = open(".", O_WRONLY | O_TMPFILE, 0644);
        must(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text), "O_TMPFILE");
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
        must(linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0, "linkat");
        close(file);
    } else if (!strcmp(way, "pieces")) {
        FILE *file = fopen(name, "a");
        for (; file && *text; text++) {
            fputc(*text, file);
            if (*text == '\n') fflush(file);
        }
        must(file && fclose(file) == 0, "pieces");
    } else if (!strcmp(way, "crlf")) {
        FILE *file = fopen(name, "w");
        for (; file && *text; text++) fprintf(file, *text == '\n' ? "\r\n" : "%c", *text);
        must(file && fclose(file) == 0, "crlf");
    } else if (!strcmp(way, "touched")) {
        touched(name, text);
    } else {
        exit(9);
    }
}

int main(int count, char **words) {
    if (count != 4) return 9;
    int number = atoi(words[3]);
    for (char *way = strtok(words[2], ","); way; way = strtok(NULL, ","), number += 2) {
        char name[32], path[4096], text[1024] = "";
        snprintf(name, sizeof name, "board_%d.txt", number);
        while (access(name, F_OK) != 0) usleep(2000);
        snprintf(name, sizeof name, "board_%d.txt", number + 1);
        snprintf(path, sizeof path, "%s/%s", words[1], name);
        FILE *file = fopen(path, "r");
        must(file && fread(text, 1, sizeof text - 1, file) > 0, path);
        fclose(file);
        publish(way, name, text);
    }
    for (;;) pause();
}
