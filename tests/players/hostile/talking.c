/* Hostile players: talking. They try to reach the network, other processes, and each other.
 * RUN ONLY INSIDE THE SANDBOX. Started as `talking TRICK N`; see trick.h for conventions.
 *
 * The tricks named collude-* are for a match of the program against itself: player 1 sends, player 2
 * receives, and only player 2 exits with 42, when it has read what was sent.
 */
#include "trick.h"

#include <arpa/inet.h>
#include <linux/if_alg.h>
#include <linux/if_ether.h>
#include <linux/io_uring.h>
#include <linux/keyctl.h>
#include <linux/netlink.h>
#include <linux/vm_sockets.h>
#include <mqueue.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <semaphore.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>

static const char WORD[] = "arbitro-word";

/* ---- Opening ---- */

static bool opens(int family, int type, int protocol) {
    return socket(family, type | SOCK_CLOEXEC, protocol) >= 0;
}

static bool open_tcp(void) { return opens(AF_INET, SOCK_STREAM, 0); }
static bool open_tcp6(void) { return opens(AF_INET6, SOCK_STREAM, 0); }
static bool open_udp(void) { return opens(AF_INET, SOCK_DGRAM, 0); }
static bool open_ping(void) { return opens(AF_INET, SOCK_DGRAM, IPPROTO_ICMP); }
static bool open_raw(void) { return opens(AF_INET, SOCK_RAW, IPPROTO_ICMP); }
static bool open_packet(void) { return opens(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL)); }
static bool open_netlink(void) { return opens(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE); }
static bool open_vsock(void) { return opens(AF_VSOCK, SOCK_STREAM, 0); }
static bool open_crypto(void) { return opens(AF_ALG, SOCK_SEQPACKET, 0); }

/* Every family that there may be. */
static bool open_any_family(void) {
    for (int family = 1; family < 64; family++)
        if (opens(family, SOCK_STREAM, 0) || opens(family, SOCK_DGRAM, 0) ||
            opens(family, SOCK_RAW, 0) || opens(family, SOCK_SEQPACKET, 0))
            return true;
    return false;
}

static bool open_pair(void) {
    int ends[2];
    return socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0;
}

/* A name in the file system, or, with `abstract`, in none. The address's length is returned. */
static socklen_t unix_address(struct sockaddr_un *address, const char *name, bool abstract) {
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    const size_t length = strnlen(name, sizeof address->sun_path - 2);
    memcpy(address->sun_path + abstract, name, length);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
}

static int bind_unix(const char *name, bool abstract) {
    struct sockaddr_un address;
    const socklen_t length = unix_address(&address, name, abstract);
    const int file = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    if (file < 0 || bind(file, (struct sockaddr *)&address, length) != 0) return -1;
    return file;
}

static bool bind_named(void) { return bind_unix("socket", false) >= 0; }
static bool bind_abstract(void) { return bind_unix("arbitro-hostile", true) >= 0; }

static bool connect_unix(bool abstract) {
    struct sockaddr_un address;
    const socklen_t length = unix_address(&address, target(), abstract);
    const int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET};
    for (size_t i = 0; i < COUNT(types); i++) {
        const int file = socket(AF_UNIX, types[i], 0);
        if (file >= 0 && connect(file, (struct sockaddr *)&address, length) == 0) return true;
        if (file >= 0) close(file);
    }
    return false;
}

static bool connect_named_target(void) { return connect_unix(false); }
static bool connect_abstract_target(void) { return connect_unix(true); }

static struct sockaddr_in loopback(int port) {
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static int connect_tcp(int port) {
    const struct sockaddr_in address = loopback(port);
    const int file = socket(AF_INET, SOCK_STREAM, 0);
    if (file >= 0 && connect(file, (const struct sockaddr *)&address, sizeof address) == 0)
        return file;
    if (file >= 0) close(file);
    return -1;
}

static bool send_udp(int port) {
    const struct sockaddr_in address = loopback(port);
    const int file = socket(AF_INET, SOCK_DGRAM, 0);
    if (file < 0) return false;
    const ssize_t sent = sendto(file, WORD, sizeof WORD, 0, (const struct sockaddr *)&address,
                                sizeof address);
    close(file);
    return sent == sizeof WORD;
}

static bool connect_tcp_target(void) { return connect_tcp(atoi(target())) >= 0; }
static bool send_udp_target(void) { return send_udp(atoi(target())); }

/* A connection made without connect(). */
static bool fast_open_target(void) {
    const struct sockaddr_in address = loopback(atoi(target()));
    const int file = socket(AF_INET, SOCK_STREAM, 0);
    return file >= 0 && sendto(file, WORD, sizeof WORD, MSG_FASTOPEN,
                               (const struct sockaddr *)&address, sizeof address) > 0;
}

static bool listen_tcp(void) {
    const struct sockaddr_in address = loopback(0);
    const int file = socket(AF_INET, SOCK_STREAM, 0);
    return file >= 0 && bind(file, (const struct sockaddr *)&address, sizeof address) == 0 &&
           listen(file, 1) == 0;
}

/* ---- Shared objects ---- */

static bool sysv_shared_memory(void) {
    const int id = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
    if (id < 0) return false;
    const bool attached = shmat(id, NULL, 0) != (void *)-1;
    shmctl(id, IPC_RMID, NULL);
    return attached;
}

static bool sysv_semaphore(void) {
    const int id = semget(IPC_PRIVATE, 1, IPC_CREAT | 0600);
    if (id < 0) return false;
    semctl(id, 0, IPC_RMID);
    return true;
}

static bool sysv_queue(void) {
    const int id = msgget(IPC_PRIVATE, IPC_CREAT | 0600);
    if (id < 0) return false;
    msgctl(id, IPC_RMID, NULL);
    return true;
}

/* What others have left there is listed to everybody in the namespace. */
static bool see_sysv_objects(void) {
    struct shminfo info;
    const int highest = shmctl(0, IPC_INFO, (struct shmid_ds *)(void *)&info);
    for (int index = 0; index <= highest; index++) {
        struct shmid_ds status;
        if (shmctl(index, SHM_STAT, &status) >= 0) return true;
    }
    return false;
}

static bool posix_shared_memory(void) {
    const int file = shm_open("/arbitro-hostile", O_RDWR | O_CREAT, 0600);
    if (file < 0) return false;
    shm_unlink("/arbitro-hostile");
    return true;
}

static bool posix_semaphore(void) {
    if (sem_open("/arbitro-hostile", O_CREAT, 0600, 1) == SEM_FAILED) return false;
    sem_unlink("/arbitro-hostile");
    return true;
}

static bool posix_queue(void) {
    struct mq_attr size = {.mq_maxmsg = 1, .mq_msgsize = 64};
    if (mq_open("/arbitro-hostile", O_RDWR | O_CREAT, 0600, &size) < 0) return false;
    mq_unlink("/arbitro-hostile");
    return true;
}

static long add_key(long keyring) {
    return syscall(SYS_add_key, "user", "arbitro-hostile", WORD, sizeof WORD, keyring);
}

/* The processes' own keyring dies with it; only those that others share count. */
static bool keyring(void) {
    const long key = add_key(KEY_SPEC_USER_KEYRING);
    if (key < 0) return false;
    syscall(SYS_keyctl, KEYCTL_UNLINK, key, KEY_SPEC_USER_KEYRING);
    return true;
}

static bool read_keyrings(void) {
    char serials[4096];
    return syscall(SYS_keyctl, KEYCTL_READ, KEY_SPEC_SESSION_KEYRING, serials, sizeof serials) >= 0 ||
           syscall(SYS_keyctl, KEYCTL_READ, KEY_SPEC_USER_KEYRING, serials, sizeof serials) >= 0;
}

/* ENOKEY is the answer of a kernel that looked for it. */
static bool request_key(void) {
    const long key = syscall(SYS_request_key, "user", "arbitro-hostile", NULL, 0);
    return key >= 0 || errno == ENOKEY;
}

static bool io_uring(void) {
    struct io_uring_params parameters = {0};
    return syscall(SYS_io_uring_setup, 1, &parameters) >= 0;
}

static bool memfd(void) { return syscall(SYS_memfd_create, "talk", 0) >= 0; }

static bool dev_shm_file(void) {
    const int file = open("/dev/shm/arbitro-hostile", O_RDWR | O_CREAT, 0600);
    if (file < 0) return false;
    unlink("/dev/shm/arbitro-hostile");
    return true;
}

static bool fifo_in_tmp(void) {
    if (mkfifo("/tmp/arbitro-hostile-fifo", 0600) != 0) return false;
    unlink("/tmp/arbitro-hostile-fifo");
    return true;
}

static bool lock_target(void) {
    const int file = open(target(), O_RDONLY);
    return file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0;
}

static bool watch_target(void) {
    const int queue = inotify_init1(IN_NONBLOCK);
    return queue >= 0 && inotify_add_watch(queue, target(), IN_ALL_EVENTS) >= 0;
}

static bool pseudo_terminal(void) { return open("/dev/ptmx", O_RDWR | O_NOCTTY) >= 0; }

/* ---- Two players who know each other ---- */

typedef struct {
    void (*prepare)(void); /* the receiver, in its first turn; may be missing */
    void (*send)(void);    /* the sender, in each turn */
    bool (*receive)(void); /* the receiver, in each turn but the one for preparing: has it the word? */
} Channel;

/* Player 1 returns never, player 2 when it has the word. */
static bool collude(Channel channel) {
    for (bool is_first = true;; is_first = false) {
        wait_for_turn();
        if (game.player == 1) channel.send();
        else if (is_first && channel.prepare) channel.prepare();
        else if (channel.receive()) return true;
        answer(game.move);
    }
}

static bool is_word(const char *bytes, ssize_t length) {
    return length >= (ssize_t)sizeof WORD && memcmp(bytes, WORD, sizeof WORD) == 0;
}

static int ear = -1; /* what the receiver listens with */

static bool hear(void) {
    char bytes[64];
    return ear >= 0 && is_word(bytes, read(ear, bytes, sizeof bytes));
}

enum { PORT = 47113, KEY = 0x41524249 };

static void hear_udp(void) {
    const struct sockaddr_in address = loopback(PORT);
    ear = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    if (ear >= 0 && bind(ear, (const struct sockaddr *)&address, sizeof address) != 0) ear = -1;
}
static void say_udp(void) { send_udp(PORT); }
static bool collude_udp(void) { return collude((Channel){hear_udp, say_udp, hear}); }

static void hear_tcp(void) {
    const struct sockaddr_in address = loopback(PORT);
    const int on = 1;
    ear = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (ear < 0) return;
    setsockopt(ear, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(ear, (const struct sockaddr *)&address, sizeof address) != 0 || listen(ear, 8) != 0)
        ear = -1;
}
static void say_tcp(void) {
    const int file = connect_tcp(PORT);
    if (file < 0) return;
    write_all(file, WORD, sizeof WORD);
    close(file);
}
static bool accept_word(void) {
    char bytes[64];
    const int file = ear >= 0 ? accept(ear, NULL, NULL) : -1;
    if (file < 0) return false;
    const bool heard = is_word(bytes, read(file, bytes, sizeof bytes));
    close(file);
    return heard;
}
static bool collude_tcp(void) { return collude((Channel){hear_tcp, say_tcp, accept_word}); }

static void hear_abstract(void) { ear = bind_unix("arbitro-collude", true); }
static void say_abstract(void) {
    struct sockaddr_un address;
    const socklen_t length = unix_address(&address, "arbitro-collude", true);
    const int file = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (file < 0) return;
    sendto(file, WORD, sizeof WORD, 0, (struct sockaddr *)&address, length);
    close(file);
}
static bool collude_abstract(void) {
    return collude((Channel){hear_abstract, say_abstract, hear});
}

/* Places that everybody may write in on most machines. */
static const char *const SHARED_FILES[] = {"/tmp/arbitro-collude", "/dev/shm/arbitro-collude",
                                           "/var/tmp/arbitro-collude", "../arbitro-collude"};

static void say_by_file(void) {
    for (size_t i = 0; i < COUNT(SHARED_FILES); i++) {
        write_file(SHARED_FILES[i], WORD, sizeof WORD);
        chmod(SHARED_FILES[i], 0666);
    }
}
static bool hear_by_file(void) {
    for (size_t i = 0; i < COUNT(SHARED_FILES); i++) {
        char bytes[64];
        const int file = open(SHARED_FILES[i], O_RDONLY);
        if (file < 0) continue;
        const bool heard = is_word(bytes, read(file, bytes, sizeof bytes));
        close(file);
        unlink(SHARED_FILES[i]);
        if (heard) return true;
    }
    return false;
}
static bool collude_file(void) { return collude((Channel){NULL, say_by_file, hear_by_file}); }

static void say_by_shm(void) {
    const int id = shmget(KEY, 4096, IPC_CREAT | 0666);
    char *memory = id < 0 ? (void *)-1 : shmat(id, NULL, 0);
    if (memory != (void *)-1) memcpy(memory, WORD, sizeof WORD);
}
static bool hear_by_shm(void) {
    const int id = shmget(KEY, 4096, 0);
    const char *memory = id < 0 ? (void *)-1 : shmat(id, NULL, SHM_RDONLY);
    if (memory == (void *)-1) return false;
    const bool heard = is_word(memory, sizeof WORD);
    shmctl(id, IPC_RMID, NULL);
    return heard;
}
static bool collude_shm(void) { return collude((Channel){NULL, say_by_shm, hear_by_shm}); }

typedef struct {
    long type;
    char text[64];
} Message;

static void say_by_queue(void) {
    Message message = {.type = 1};
    memcpy(message.text, WORD, sizeof WORD);
    const int id = msgget(KEY, IPC_CREAT | 0666);
    if (id >= 0) msgsnd(id, &message, sizeof message.text, IPC_NOWAIT);
}
static bool hear_by_queue(void) {
    Message message;
    const int id = msgget(KEY, 0);
    if (id < 0) return false;
    const ssize_t length = msgrcv(id, &message, sizeof message.text, 1, IPC_NOWAIT);
    msgctl(id, IPC_RMID, NULL);
    return is_word(message.text, length);
}
static bool collude_queue(void) { return collude((Channel){NULL, say_by_queue, hear_by_queue}); }

static void say_by_posix_queue(void) {
    struct mq_attr size = {.mq_maxmsg = 4, .mq_msgsize = 64};
    const mqd_t queue = mq_open("/arbitro-collude", O_WRONLY | O_CREAT | O_NONBLOCK, 0666, &size);
    if (queue >= 0) mq_send(queue, WORD, sizeof WORD, 1);
}
static bool hear_by_posix_queue(void) {
    char bytes[64];
    const mqd_t queue = mq_open("/arbitro-collude", O_RDONLY | O_NONBLOCK);
    if (queue < 0) return false;
    const ssize_t length = mq_receive(queue, bytes, sizeof bytes, NULL);
    mq_unlink("/arbitro-collude");
    return is_word(bytes, length);
}
static bool collude_posix_queue(void) {
    return collude((Channel){NULL, say_by_posix_queue, hear_by_posix_queue});
}

static void say_by_key(void) { add_key(KEY_SPEC_USER_KEYRING); }
static bool hear_by_key(void) {
    char bytes[64];
    const long key = syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, "user",
                             "arbitro-hostile", 0);
    if (key < 0) return false;
    const bool heard = is_word(bytes, syscall(SYS_keyctl, KEYCTL_READ, key, bytes, sizeof bytes));
    syscall(SYS_keyctl, KEYCTL_UNLINK, key, KEY_SPEC_USER_KEYRING);
    return heard;
}
static bool collude_keyring(void) { return collude((Channel){NULL, say_by_key, hear_by_key}); }

/* A process's name is read by everybody who sees the process. */
static void say_by_name(void) { prctl(PR_SET_NAME, WORD); }
static bool hear_by_name(void) {
    DIR *folder = opendir("/proc");
    if (!folder) return false;
    bool heard = false;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[300], name[32] = "";
        if (atol(entry->d_name) <= 0) continue;
        snprintf(path, sizeof path, "/proc/%s/comm", entry->d_name);
        const int file = open(path, O_RDONLY);
        if (file < 0) continue;
        const ssize_t length = read(file, name, sizeof name - 1);
        close(file);
        if (length > 0 && strncmp(name, WORD, sizeof WORD - 1) == 0) heard = true;
    }
    closedir(folder);
    return heard;
}
static bool collude_name(void) { return collude((Channel){NULL, say_by_name, hear_by_name}); }

/* A file that both may read is enough for a lock, and the lock's place is the word. */
static int common_file(void) {
    const char *path = getenv("ATTACK_TARGET");
    return open(path && *path ? path : "/etc/passwd", O_RDONLY | O_CLOEXEC);
}

static struct flock word_lock(short type, off_t start, off_t length) {
    return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = length};
}

static void say_by_record_lock(void) {
    struct flock lock = word_lock(F_RDLCK, KEY, 4711);
    const int file = common_file(); /* kept open, and with it the lock */
    if (file >= 0) fcntl(file, F_OFD_SETLK, &lock);
}
static bool hear_by_record_lock(void) {
    struct flock lock = word_lock(F_WRLCK, KEY - 1000, 10000);
    const int file = common_file();
    if (file < 0) return false;
    const bool heard = fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK &&
                       lock.l_start == KEY && lock.l_len == 4711;
    close(file);
    return heard;
}
static bool collude_record_lock(void) {
    return collude((Channel){NULL, say_by_record_lock, hear_by_record_lock});
}

/* One bit: somebody else has locked it. Seen free first, so that it must be the sender's. */
static bool is_free(void) {
    const int file = common_file();
    if (file < 0) return false;
    const bool got = flock(file, LOCK_EX | LOCK_NB) == 0;
    close(file);
    return got;
}

static bool was_free;
static void look_at_lock(void) { was_free = is_free(); }
/* The sender locks from its second turn on. */
static void say_by_flock(void) {
    if (game.number < 3) return;
    const int file = common_file();
    if (file >= 0) flock(file, LOCK_EX | LOCK_NB);
}
static bool hear_by_flock(void) { return was_free && !is_free() && errno == EWOULDBLOCK; }
static bool collude_flock(void) {
    return collude((Channel){look_at_lock, say_by_flock, hear_by_flock});
}

/* The sender opens a file so many times, the receiver counts; the count is the word. */
enum { KNOCKS = 237 };

static void watch_common_file(void) {
    const char *path = getenv("ATTACK_TARGET");
    ear = inotify_init1(IN_NONBLOCK);
    if (ear >= 0) inotify_add_watch(ear, path && *path ? path : "/etc/passwd", IN_OPEN | IN_CLOSE_NOWRITE);
}
/* Equal events in a row are merged: a closing stands between two openings. */
static void knock(void) {
    for (int i = 0; i < KNOCKS; i++) {
        const int file = common_file();
        if (file < 0) return;
        close(file);
    }
}
static bool count_knocks(void) {
    char bytes[65536] __attribute__((aligned(8)));
    const ssize_t length = ear < 0 ? -1 : read(ear, bytes, sizeof bytes);
    int count = 0;
    for (ssize_t at = 0; at < length;) {
        const struct inotify_event *event = (const void *)(bytes + at);
        if (event->mask & IN_OPEN) count++;
        at += (ssize_t)(sizeof *event + event->len);
    }
    /* A few may be others'. */
    return count >= KNOCKS && count < KNOCKS + 50;
}
static bool collude_inotify(void) {
    return collude((Channel){watch_common_file, knock, count_knocks});
}

/* The time stamp of a file that both can see. */
static void say_by_times(void) {
    const struct timespec times[2] = {{KEY, 0}, {KEY, 0}};
    utimensat(AT_FDCWD, getenv("ATTACK_TARGET") ? target() : "/proc/self/exe", times, 0);
}
static bool hear_by_times(void) {
    struct stat status;
    return stat(getenv("ATTACK_TARGET") ? target() : "/proc/self/exe", &status) == 0 &&
           status.st_mtime == KEY;
}
static bool collude_times(void) { return collude((Channel){NULL, say_by_times, hear_by_times}); }

/* The folder of all players' rooms, where players of one user are beside each other: whoever can list or
 * watch it knows the others' rooms, and hears by inotify of every file that is made in them. */
static bool watch_rooms(void) {
    char here[4096];
    const char *name = getcwd(here, sizeof here) ? strstr(here, "/arbitro-rooms-") : NULL;
    if (!name) return false;
    const int notices = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (inotify_add_watch(notices, "../..", IN_CREATE) >= 0) return true;
    DIR *rooms = opendir("../..");
    if (rooms) closedir(rooms);
    return rooms != NULL;
}

/* Each takes memory of the kernel's that is nobody's. */
static bool lock_byte(int how) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
    const int file = open("locked", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    return file >= 0 && fcntl(file, how, &lock) == 0;
}

static bool byte_range_lock(void) { return lock_byte(F_SETLK); }
static bool open_file_lock(void) { return lock_byte(F_OFD_SETLK); }

static bool lists_sockets(const char *path) {
    FILE *file = fopen(path, "r");
    int lines = 0;
    for (int sign; file && (sign = fgetc(file)) != EOF;) lines += sign == '\n';
    if (file) fclose(file);
    /* A heading, and a pair by which its own supervisor listens. */
    return lines > 3;
}

/* By opening some, two players could talk. */
static bool see_sockets(void) {
    char thread[64];
    snprintf(thread, sizeof thread, "/proc/self/task/%ld/net/unix", (long)getpid());
    /* Until who started it has its turn on the processor, that one's pair is there as well. */
    for (int look = 0; look < 200; look++) {
        if (!lists_sockets("/proc/net/unix") && !lists_sockets(thread)) return false;
        usleep(2000);
    }
    return true;
}

static int end_at_once(void *unused) {
    (void)unused;
    return (int)syscall(SYS_exit, 0);
}

/* What a thread with a list of open files of its own holds is not in its process's. */
static bool split_descriptors(void) {
    static char stack[1 << 16];
    const int flags = CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD;
    return clone(end_at_once, stack + sizeof stack, flags, NULL) > 0;
}

static bool split_descriptors_by_closing(void) {
    return syscall(SYS_close_range, ~0U, ~0U, 1U << 1 /* CLOSE_RANGE_UNSHARE */) == 0;
}

/* A file that is only in a message is in nobody's list. */
static bool descriptors_in_flight(void) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return false;
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct iovec word = {.iov_base = "", .iov_len = 1};
    struct msghdr message = {.msg_iov = &word,
                             .msg_iovlen = 1,
                             .msg_control = control.room,
                             .msg_controllen = sizeof control.room};
    control.header = (struct cmsghdr){
        .cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    memcpy(CMSG_DATA(&control.header), &pair[0], sizeof(int));
    return sendmsg(pair[1], &message, 0) == 1;
}

static bool aio(void) {
    unsigned long context = 0;
    return syscall(SYS_io_setup, 64, &context) == 0;
}

static const Trick TRICKS[] = {
    TRIES("tcp", open_tcp, "opens a TCP socket", "plays on"),
    TRIES("tcp6", open_tcp6, "opens a TCP socket over IPv6", "plays on"),
    TRIES("udp", open_udp, "opens a UDP socket", "plays on"),
    TRIES("ping", open_ping, "opens an ICMP datagram socket", "plays on"),
    TRIES("raw", open_raw, "opens a raw IP socket", "plays on"),
    TRIES("packet", open_packet, "opens a packet socket", "plays on"),
    TRIES("netlink", open_netlink, "opens a netlink socket", "plays on"),
    TRIES("vsock", open_vsock, "opens a vsock", "plays on"),
    TRIES("crypto-socket", open_crypto, "opens an AF_ALG socket", "plays on"),
    TRIES("any-socket", open_any_family, "tries every family and type", "plays on"),
    TRIES("socketpair", open_pair, "a pair of unix sockets that can be aimed at others",
          "plays on"),
    TRIES("split-descriptors", split_descriptors,
          "a thread with open files of its own, by clone", "plays on"),
    TRIES("split-by-closing", split_descriptors_by_closing, "the same by close_range",
          "plays on"),
    TRIES("descriptors-in-flight", descriptors_in_flight,
          "leaves a descriptor in a socket's message", "plays on"),
    TRIES("see-sockets", see_sockets, "counts unix sockets of anybody in /proc/net", "plays on"),
    TRIES("unix-named", bind_named, "binds a unix socket in its folder", "plays on"),
    TRIES("unix-abstract", bind_abstract, "binds an abstract unix socket", "plays on"),
    TRIES("unix-target", connect_named_target, "connects to the unix socket at path ATTACK_TARGET",
          "plays on"),
    TRIES("abstract-target", connect_abstract_target,
          "connects to the abstract unix socket ATTACK_TARGET", "plays on"),
    TRIES("tcp-listen", listen_tcp, "listens on 127.0.0.1", "plays on"),
    TRIES("tcp-target", connect_tcp_target, "connects to 127.0.0.1, port ATTACK_TARGET",
          "plays on"),
    TRIES("tcp-fast-open-target", fast_open_target, "the same by MSG_FASTOPEN", "plays on"),
    TRIES("udp-target", send_udp_target, "a datagram to 127.0.0.1, port ATTACK_TARGET",
          "plays on"),
    TRIES("sysv-shared-memory", sysv_shared_memory, "makes and attaches a segment", "plays on"),
    TRIES("sysv-semaphore", sysv_semaphore, "makes a System V semaphore", "plays on"),
    TRIES("sysv-queue", sysv_queue, "makes a System V message queue", "plays on"),
    TRIES("see-sysv-objects", see_sysv_objects, "sees a System V segment of anybody",
          "plays on (42 without protection only where there is one)"),
    TRIES("posix-shared-memory", posix_shared_memory, "shm_open", "plays on"),
    TRIES("posix-semaphore", posix_semaphore, "sem_open", "plays on"),
    TRIES("posix-queue", posix_queue, "mq_open", "plays on"),
    TRIES("keyring", keyring, "adds a key to the user's keyring", "plays on"),
    TRIES("read-keyrings", read_keyrings, "reads the session's or the user's keyring",
          "plays on"),
    TRIES("request-key", request_key, "asks the kernel for a key", "plays on"),
    TRIES("io-uring", io_uring, "sets up an io_uring", "plays on"),
    TRIES("memfd", memfd, "makes a memfd", "plays on"),
    TRIES("dev-shm", dev_shm_file, "creates a file in /dev/shm", "plays on"),
    TRIES("fifo-in-tmp", fifo_in_tmp, "makes a FIFO in /tmp", "plays on"),
    TRIES("lock-target", lock_target, "flock on file ATTACK_TARGET", "plays on"),
    TRIES("byte-range-lock", byte_range_lock, "a lock on a byte of a file of its own", "plays on"),
    TRIES("open-file-lock", open_file_lock, "the same, held by the open file", "plays on"),
    TRIES("aio", aio, "sets up a context for asynchronous input and output", "plays on"),
    TRIES("watch-target", watch_target, "inotify on ATTACK_TARGET", "plays on"),
    TRIES("watch-rooms", watch_rooms, "inotify on the folder of all players' rooms, or lists it",
          "plays on"),
    TRIES("pseudo-terminal", pseudo_terminal, "opens /dev/ptmx", "plays on"),
    TRIES("collude-udp", collude_udp, "both sides: a datagram on loopback", "plays on"),
    TRIES("collude-tcp", collude_tcp, "both sides: a TCP connection on loopback", "plays on"),
    TRIES("collude-abstract", collude_abstract, "both sides: an abstract unix socket",
          "plays on"),
    TRIES("collude-file", collude_file, "both sides: files in /tmp, /dev/shm, /var/tmp, ..",
          "plays on"),
    TRIES("collude-sysv-memory", collude_shm, "both sides: a System V segment", "plays on"),
    TRIES("collude-sysv-queue", collude_queue, "both sides: a System V queue", "plays on"),
    TRIES("collude-posix-queue", collude_posix_queue, "both sides: a POSIX queue", "plays on"),
    TRIES("collude-keyring", collude_keyring, "both sides: the user's keyring (one user id)",
          "plays on"),
    TRIES("collude-name", collude_name, "both sides: the process's name in /proc", "plays on"),
    TRIES("collude-record-lock", collude_record_lock,
          "both sides: the place of a read lock on ATTACK_TARGET (else /etc/passwd)",
          "plays on; 42 is likely where locks on readable files are not denied"),
    TRIES("collude-flock", collude_flock, "both sides: flock on ATTACK_TARGET (else /etc/passwd)",
          "plays on; 42 is likely where locks on readable files are not denied"),
    TRIES("collude-inotify", collude_inotify,
          "both sides: one opens ATTACK_TARGET (else /etc/passwd), the other counts",
          "plays on; 42 is likely where inotify on readable files is not denied"),
    TRIES("collude-times", collude_times,
          "both sides: the time stamp of ATTACK_TARGET (else its program)", "plays on"),
};

int main(int argc, char **argv) {
    return trick_main("talking.c", TRICKS, COUNT(TRICKS), argc, argv);
}
