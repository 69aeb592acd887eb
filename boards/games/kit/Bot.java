// Plays any game by lines: draws one of the legal moves.
import java.io.*;

class Bot {
    public static void main(String[] args) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in));
        var dice = new java.util.Random(Long.parseLong(System.getenv("ARBITRO_SEED"))); // the same match again
        while (in.readLine() != null) { // "3 10000 d1 d2": the ply, the milliseconds for it, the moves so far
            String[] names = in.readLine().split(" ");
            var board = new String[Integer.parseInt(in.readLine())];
            for (int row = 0; row < board.length; row++) board[row] = in.readLine();
            System.out.println(names[dice.nextInt(names.length)]);
        }
    }
}
