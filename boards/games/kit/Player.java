// A player of a game of your own. Copy this file beside your program. A first player of Connect Four, Mine.java:
//
//     class Mine {
//         public static void main(String[] args) throws Exception {
//             Player.play(args, p -> {
//                 for (int column : new int[] {3, 2, 4, 1, 5, 0, 6})
//                     for (int row = 5; row >= 0; row--)
//                         if (p.rows[row].charAt(column) == '.') return p.put(row, column, p.turn);
//                 return null;
//             });
//         }
//     }
//
// Build it with javac, and start it by command = ["java", "-Xmx48m", "-cp", ".", "Mine"]. A position has board (a text),
// rows (its lines, the top one first), turn (your sign, 'x' or 'o'), other, plies (the number of moves so far) and, where
// the player answers by lines, legal (the names of the legal moves). The function returns the board after its move. At
// the end of the match the referee stops the program.
// With a command that begins with lines: it returns one of p.legal instead: Player.answer(choose).
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Function;

class Player {
    static class Position {
        final String board;
        final String[] rows;
        final char turn, other;
        final int plies;
        final String[] legal;

        Position(String board, int plies, String[] legal) {
            this.board = board;
            this.rows = board.split("\n");
            this.plies = plies;
            this.legal = legal;
            this.turn = plies % 2 == 0 ? 'x' : 'o';
            this.other = plies % 2 == 0 ? 'o' : 'x';
        }

        /** The board with another sign on a cell. */
        String put(int row, int column, char sign) {
            return put(new Cell(row, column, sign));
        }

        /** The board with other signs on some cells. */
        String put(Cell... cells) {
            var changed = rows.clone();
            for (Cell it : cells) {
                String row = changed[it.row];
                changed[it.row] = row.substring(0, it.column) + it.sign + row.substring(it.column + 1);
            }
            return String.join("\n", changed);
        }
    }

    record Cell(int row, int column, char sign) {}

    /** Plays one side of a match by files. */
    static void play(String[] args, Function<Position, String> choose) throws Exception {
        for (int number = Integer.parseInt(args[args.length - 1]);; number += 2) {
            String board = choose.apply(new Position(read(Path.of("board_" + number + ".txt")), number - 1, null));
            if (board == null) throw new IllegalStateException("no board was returned after board_" + number + ".txt");
            // Renamed when it is whole: a reader never sees half a board.
            Path whole = Files.writeString(Path.of("board.new"), board);
            Files.move(whole, Path.of("board_" + (number + 1) + ".txt"), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Answers each question with the name of a move, by lines. */
    static void answer(Function<Position, String> choose) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in));
        for (String head; (head = in.readLine()) != null;) {
            String[] legal = in.readLine().split(" ");
            var rows = new String[Integer.parseInt(in.readLine())];
            for (int row = 0; row < rows.length; row++) rows[row] = in.readLine();
            int plies = head.split(" ").length - 2;
            System.out.println(choose.apply(new Position(String.join("\n", rows), plies, legal)));
        }
    }

    /** The board of a file, once it is there. */
    static String read(Path file) throws Exception {
        while (!Files.exists(file) || Files.size(file) == 0) Thread.sleep(2);
        String board = Files.readString(file);
        return board.endsWith("\n") ? board.substring(0, board.length() - 1) : board;
    }
}
