import java.io.*;
import java.nio.file.*;
import java.nio.file.attribute.*;

/** Writes the boards of a prepared match, each in the next of the ways that it is told. */
class Ways {
    static Path draft(String text) throws IOException {
        return Files.writeString(Path.of("draft"), text);
    }

    static void publish(String way, Path name, String text) throws IOException {
        switch (way) {
            case "plain" -> Files.writeString(name, text);
            case "print" -> {
                try (var file = new PrintWriter(name.toString())) {
                    file.print(text);
                }
            }
            case "rename" -> {
                if (!draft(text).toFile().renameTo(name.toFile())) throw new IOException("renameTo");
            }
            case "move" -> Files.move(draft(text), name);
            case "atomic" -> {
                Path made = Files.createTempFile(Path.of("."), "new", null);
                Files.move(Files.writeString(made, text), name, StandardCopyOption.ATOMIC_MOVE);
            }
            case "copy" -> Files.copy(draft(text), name);
            case "copy-attributes" -> Files.copy(draft(text), name, StandardCopyOption.COPY_ATTRIBUTES);
            case "link" -> {
                Files.createLink(name, draft(text));
                Files.delete(Path.of("draft"));
            }
            case "pieces" -> {
                try (var file = new BufferedWriter(new FileWriter(name.toString(), true))) {
                    for (String line : text.split("(?<=\n)")) {
                        file.write(line);
                        file.flush();
                    }
                }
            }
            case "crlf" -> Files.writeString(name, text.replace("\n", "\r\n"));
            case "touched" -> {
                Files.writeString(name, text);
                Files.setPosixFilePermissions(name, PosixFilePermissions.fromString("rw-------"));
                Files.setLastModifiedTime(name, FileTime.fromMillis(0));
                if (!name.toFile().setExecutable(true)) throw new IOException("setExecutable");
            }
            default -> throw new IOException(way);
        }
    }

    public static void main(String[] words) throws Exception {
        int number = Integer.parseInt(words[2]);
        for (String way : words[1].split(",")) {
            while (!Files.exists(Path.of("board_" + number + ".txt"))) Thread.sleep(2);
            Path name = Path.of("board_" + (number + 1) + ".txt");
            publish(way, name, Files.readString(Path.of(words[0]).resolve(name)));
            number += 2;
        }
        Thread.sleep(600_000);
    }
}
