package org.bipj.samples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** The Game of Life without messages: boards whose edges meet the opposite ones, blocks with a halo, the picture. */
final class LifeBoard {
    private static final int PIXELS = 768;

    private LifeBoard() {}

    /** Returns a board on which three cells of ten live, at random; row after row, 1 for a living cell. */
    static byte[] random(int size) {
        SplittableRandom random = new SplittableRandom(1970);
        byte[] cells = new byte[size * size];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = (byte) (random.nextInt(10) < 3 ? 1 : 0);
        }
        return cells;
    }

    /** Conway's rule: a cell with three living neighbours lives in the next step, one with two stays as it is. */
    private static byte next(byte cell, int neighbours) {
        return (byte) (neighbours == 3 || neighbours == 2 && cell == 1 ? 1 : 0);
    }

    /** Returns the next step of a block inside a halo of one cell on every side. */
    static byte[] step(byte[] cells, int rows, int columns) {
        int stride = columns + 2;
        byte[] next = new byte[cells.length];
        for (int row = 1; row <= rows; row++) {
            for (int at = row * stride + 1; at <= row * stride + columns; at++) {
                int above = cells[at - stride - 1] + cells[at - stride] + cells[at - stride + 1];
                int below = cells[at + stride - 1] + cells[at + stride] + cells[at + stride + 1];
                next[at] = next(cells[at], above + cells[at - 1] + cells[at + 1] + below);
            }
        }
        return next;
    }

    /** Returns a whole board after some steps: what {@link Life} is compared with. */
    static byte[] play(byte[] board, int size, int steps) {
        byte[] now = board;
        for (int step = 0; step < steps; step++) {
            byte[] next = new byte[now.length];
            for (int row = 0; row < size; row++) {
                for (int column = 0; column < size; column++) {
                    next[row * size + column] = next(now[row * size + column], neighbours(now, size, row, column));
                }
            }
            now = next;
        }
        return now;
    }

    private static int neighbours(byte[] board, int size, int row, int column) {
        int up = (row == 0 ? size - 1 : row - 1) * size;
        int here = row * size;
        int down = (row == size - 1 ? 0 : row + 1) * size;
        int left = column == 0 ? size - 1 : column - 1;
        int right = column == size - 1 ? 0 : column + 1;
        int above = board[up + left] + board[up + column] + board[up + right];
        int below = board[down + left] + board[down + column] + board[down + right];
        return above + board[here + left] + board[here + right] + below;
    }

    /** Writes a board as an SVG picture: a rectangle for each run of living cells in a row. */
    static void draw(byte[] board, int size, Path file) throws IOException {
        StringBuilder runs = new StringBuilder();
        for (int row = 0; row < size; row++) {
            int column = 0;
            while (column < size) {
                int first = column;
                while (column < size && board[row * size + column] == 1) {
                    column++;
                }
                if (column > first) {
                    int length = column - first;
                    runs.append(String.format("M%d %dh%dv1h-%dz%n", first, row, length, length));
                }
                column++;
            }
        }
        String picture = """
                <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">
                <rect width="100%%" height="100%%" fill="#f4f1ea"/>
                <path fill="#1f4e79" d="%s"/>
                </svg>
                """;
        Files.writeString(file, String.format(picture, PIXELS, PIXELS, size, size, runs));
    }
}
