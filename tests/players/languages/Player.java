import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;

/** A pool of threads, files, waiting, and another program unless an argument asks for one process alone. */
public class Player {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Long>> sums = new ArrayList<>();
        for (int part = 0; part < 3; part++) {
            final long factor = part;
            sums.add(pool.submit(() -> {
                long sum = 0;
                for (int i = 0; i < 100_000; i++) sum += i * factor;
                return sum;
            }));
        }
        for (Future<Long> sum : sums) sum.get();
        pool.shutdown();
        Path fresh = Path.of("answer.new");
        Files.writeString(fresh, "board\n");
        Files.move(fresh, Path.of("answer"), StandardCopyOption.ATOMIC_MOVE);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("."))) {
            for (Path file : files) System.err.println(file);
        }
        if (args.length == 0 && new ProcessBuilder("true").start().waitFor() != 0) System.exit(1);
        Thread.sleep(5);
        System.gc();
        if (!Files.readString(Path.of("answer")).equals("board\n") || new Random().nextInt(9) > 9) System.exit(1);
        System.out.println("played");
    }
}
