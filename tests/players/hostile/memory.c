/* Hostile players: memory. They take more than they may, by every way there is, or look as if.
 * RUN ONLY INSIDE THE SANDBOX. Started as `memory TRICK N`; see trick.h for conventions.
 *
 * Who is not stopped plays on honestly, so that a loss is never for another reason.
 */
#include "trick.h"

#include <pthread.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/syscall.h>

#define MIB ((size_t)1 << 20)
#define GIB ((size_t)1 << 30)

static void touch(void *memory, size_t bytes) {
    volatile char *at = memory;
    for (size_t i = 0; i < bytes; i += 4096) at[i] = (char)(i >> 12 | 1);
}

/* Anonymous memory, not yet touched; NULL when refused. */
static void *reserve(size_t bytes, int flags) {
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static void take(size_t bytes) {
    void *memory = reserve(bytes, MAP_PRIVATE | MAP_NORESERVE);
    if (memory) touch(memory, bytes);
}

static void heap_fast(void) {
    for (size_t taken = 0; taken < 3 * GIB; taken += 8 * MIB) {
        char *memory = malloc(8 * MIB);
        if (!memory) return;
        touch(memory, 8 * MIB);
    }
}

static void small_blocks(void) {
    for (size_t taken = 0; taken < 3 * GIB; taken += 1024) {
        char *memory = malloc(1024);
        if (!memory) return;
        touch(memory, 1024);
    }
}

static void map_fast(void) {
    for (size_t taken = 0; taken < 3 * GIB; taken += 64 * MIB)
        if (!reserve(64 * MIB, MAP_PRIVATE | MAP_POPULATE)) return;
}

static void map_shared(void) {
    void *memory = reserve(300 * MIB, MAP_SHARED);
    if (memory) touch(memory, 300 * MIB);
}

/* So deep that `left` bytes of stack are used. */
static __attribute__((noinline)) int descend(size_t left) {
    volatile char frame[16384];
    touch((void *)frame, sizeof frame);
    if (left <= sizeof frame) return frame[0];
    return descend(left - sizeof frame) + frame[sizeof frame / 2];
}

/* The kernel keeps 128 MiB free below the first thread's stack. */
static void grow_stack(void) {
    struct rlimit limit;
    getrlimit(RLIMIT_STACK, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_STACK, &limit);
    descend(112 * MIB);
}

static void *descend_far(void *unused) {
    (void)unused;
    descend(GIB - MIB);
    return NULL;
}

static void grow_thread_stack(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, GIB);
    if (pthread_create(&thread, &attributes, descend_far, NULL) == 0) pthread_join(thread, NULL);
}

/* Children tell here that they have what they are to take: on a busy machine that may be long after
 * they were started. Who is killed meanwhile closes its end. */
static int takers[2];

static void take_and_tell(size_t bytes) {
    take(bytes);
    write_all(takers[1], "", 1);
}

static void await_takers(int count) {
    char told;
    close(takers[1]);
    while (count > 0 && read(takers[0], &told, 1) == 1) count--;
}

static void take_20(void) { take_and_tell(20 * MIB); }

static void twenty_children(void) {
    if (pipe(takers) != 0) return;
    for (int i = 0; i < 20; i++) start_child(take_20);
    await_takers(20);
}

static void take_300(void) { take_and_tell(300 * MIB); }

/* The child alone is too large; the kernel may kill it and leave the parent alive. */
static void one_large_child(void) {
    if (pipe(takers) != 0) return;
    start_child(take_300);
    await_takers(1);
}

/* Whether a file, already nameless, takes 150 MiB. */
static bool fill(int file) {
    static char block[MIB];
    memset(block, 1, sizeof block);
    signal(SIGXFSZ, SIG_IGN);
    if (file < 0) return false;
    size_t written = 0;
    while (written < 150 * MIB && write_all(file, block, sizeof block)) written += sizeof block;
    const int error = errno;
    close(file);
    errno = error;
    return written >= 150 * MIB;
}

static int nameless_file(const char *folder) {
    char name[64];
    snprintf(name, sizeof name, "%s/arbitro-memory-%ld", folder, (long)getpid());
    const int file = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (file >= 0) unlink(name);
    return file;
}

static bool fill_memfd(void) { return fill((int)syscall(SYS_memfd_create, "memory", 0)); }
static bool fill_memfd_secretly(void) {
    /* Memory that is in nobody's RSS: memfd_secret, number 447 on every machine. */
    const int file = (int)syscall(447, 0);
    if (file < 0 || ftruncate(file, 150 * MIB) != 0) return false;
    void *memory = mmap(NULL, 150 * MIB, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) return false;
    touch(memory, 150 * MIB);
    return true;
}
static bool fill_dev_shm(void) { return fill(nameless_file("/dev/shm")); }
static bool fill_tmp(void) { return fill(nameless_file("/tmp")); }

/* Each file is within the limit of a file; together, and mapped, they are 300 MiB. */
static void mapped_files(void) {
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 30; i++) {
        char name[32];
        snprintf(name, sizeof name, "mapped_%d", i);
        const int file = open(name, O_RDWR | O_CREAT, 0600);
        if (file < 0 || ftruncate(file, 10 * MIB) != 0) return;
        void *memory = mmap(NULL, 10 * MIB, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
        unlink(name);
        if (memory != MAP_FAILED) touch(memory, 10 * MIB);
    }
}

/* A segment outlives its maker: it is marked for removal before it is touched. */
static bool sysv_memory(void) {
    const int id = shmget(IPC_PRIVATE, 150 * MIB, IPC_CREAT | 0600);
    if (id < 0) return false;
    void *memory = shmat(id, NULL, 0);
    shmctl(id, IPC_RMID, NULL);
    if (memory == (void *)-1) return false;
    touch(memory, 150 * MIB);
    return true;
}

/* The kernel allows a user 64 MiB of this, of up to 1 MiB each. */
static void pipe_buffers(void) {
    static char block[MIB];
    for (int i = 0; i < 60; i++) {
        int ends[2];
        if (pipe2(ends, O_NONBLOCK) != 0) return;
        fcntl(ends[1], F_SETPIPE_SZ, (int)MIB);
        write_all(ends[1], block, sizeof block);
    }
}

/* What the program and its libraries use themselves fits into the 1 MiB that is left out. */
static void touch_99(void) { take(98 * MIB); }
static void touch_101(void) { take(101 * MIB); }

static void reserve_10_gib(void) { reserve(10 * GIB, MAP_PRIVATE | MAP_NORESERVE); }

static void touch_huge_pages(void) {
    char *memory = reserve(302 * MIB, MAP_PRIVATE | MAP_NORESERVE);
    if (!memory) return;
    char *aligned = memory + (2 * MIB - (uintptr_t)memory % (2 * MIB)) % (2 * MIB);
    madvise(aligned, 300 * MIB, MADV_HUGEPAGE);
    touch(aligned, 300 * MIB);
}

/* There and gone in the time of touching it, some 50 ms. */
static void short_peak(void) {
    void *memory = reserve(150 * MIB, MAP_PRIVATE | MAP_NORESERVE);
    if (!memory) return;
    touch(memory, 150 * MIB);
    munmap(memory, 150 * MIB);
}

/* Where the kernel keeps the places of pages: of many places none of which has a page. */
static void *fill_page_tables(void *unused) {
    (void)unused;
    const size_t reach = 2 * MIB, bytes = 40000 * reach;
    volatile char *places =
        mmap(NULL, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (places == MAP_FAILED) return NULL;
    madvise((void *)places, bytes, MADV_NOHUGEPAGE);
    for (size_t at = 0; at < bytes; at += reach) (void)places[at];
    sleep_for_ever();
    return NULL;
}

/* Its process then looks like one that has ended. */
static void end_first_thread(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, fill_page_tables, NULL) == 0) pthread_exit(NULL);
}

static void nothing(void) {}

/* 60 MiB, thrice in sight, once in memory. */
static void forked_sharing(void) {
    take(60 * MIB);
    start_child(nothing);
    start_child(nothing);
}

static void grow_after_answer(void) {
    answer(game.move);
    take(300 * MIB);
}

static void grow_at_start(void) { take(300 * MIB); }

/* Away from the parent, so that whoever walks down from there does not meet it. */
static void fork_large_orphan(void) {
    if (setsid() < 0) setpgid(0, 0);
    start_child(take_300);
    _exit(0);
}

static void orphan_grows(void) {
    if (pipe(takers) != 0) return;
    const pid_t child = start_child(fork_large_orphan);
    if (child > 0) waitpid(child, NULL, 0);
    await_takers(1);
}

static const Trick TRICKS[] = {
    LOSES("heap-fast", heap_fast, "mallocs and touches 3 GiB in steps of 8 MiB", "`memory`"),
    LOSES("small-blocks", small_blocks, "mallocs 3 GiB in blocks of 1 KiB", "`memory`"),
    LOSES("stack", grow_stack, "112 MiB on the first thread's stack",
          "`memory` (`crash` where the stack's hard limit is lower)"),
    LOSES("thread-stack", grow_thread_stack, "1 GiB on a thread's stack", "`memory`"),
    LOSES("mmap", map_fast, "maps 3 GiB, populated, in steps of 64 MiB", "`memory`"),
    LOSES("mmap-shared", map_shared, "touches 300 MiB of shared anonymous memory", "`memory`"),
    LOSES("mmap-files", mapped_files, "dirties 300 MiB of mapped, deleted files of its own",
          "`memory` or `output`"),
    LOSES("twenty-children-20mib", twenty_children,
          "20 children touch 20 MiB each and sleep; it plays on", "`memory`"),
    LOSES("thread-page-tables", end_first_thread,
          "its first thread ends, another fills 156 MiB of page tables", "`memory`"),
    LOSES("one-large-child", one_large_child, "a child touches 300 MiB; it plays on", "`memory`"),
    LOSES("orphan-grows", orphan_grows, "an orphan in a session of its own touches 300 MiB",
          "`memory`"),
    TRIES("memfd", fill_memfd, "fills a memfd with 150 MiB", "plays on, or `memory`"),
    TRIES("memfd-secret", fill_memfd_secretly, "touches 150 MiB of a memfd_secret",
          "plays on, or `memory`"),
    TRIES("shm-file", fill_dev_shm, "fills a file in /dev/shm with 150 MiB",
          "plays on, or `memory`"),
    TRIES("tmp-file", fill_tmp, "fills a file in /tmp with 150 MiB", "plays on, or `memory`"),
    TRIES("sysv-memory", sysv_memory, "touches 150 MiB of System V shared memory",
          "plays on, or `memory`"),
    ALLOWED("pipe-buffers", pipe_buffers, "60 MiB in the buffers of 60 pipes", "plays on"),
    ALLOWED("touch-99", touch_99, "99 MiB touched, its own included", "plays on"),
    LOSES("touch-101", touch_101, "101 MiB touched, besides its own", "`memory`"),
    ALLOWED("reserve-10gib", reserve_10_gib, "reserves 10 GiB, touches nothing", "plays on"),
    LOSES("hugepage-touch", touch_huge_pages, "300 MiB in huge pages, if there are any",
          "`memory`"),
    LOSES("short-peak", short_peak, "touches 150 MiB and gives them back at once",
          "`memory` (a sampler may miss it)"),
    ALLOWED("forked-sharing", forked_sharing, "60 MiB shared with two forked children",
          "plays on (a sampler that adds RSS up says `memory`, wrongly)"),
    LOSES("grow-after-answer", grow_after_answer, "answers, then touches 300 MiB",
          "`memory` at its next ply; the opponent is not charged"),
    LOSES_AT_START("grow-at-start", grow_at_start, "touches 300 MiB before the first board",
                   "`memory` at its first ply"),
};

int main(int argc, char **argv) {
    return trick_main("memory.c", TRICKS, COUNT(TRICKS), argc, argv);
}
