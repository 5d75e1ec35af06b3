package org.bipj.multigame;

/** Tiles on a small board, of which one beside the empty square moves there: 360 or 181,440 positions can be reached. */
class Tiles implements Puzzle {
    private static final int BITS = 4;
    private static final int TILE = 0xF;

    private final int width;
    private final int squares;

    Tiles(int width, int height) {
        this.width = width;
        squares = width * height;
    }

    /** A position: the tile of each square, 0 for the empty one. */
    static Position of(int... tiles) {
        long board = 0;
        for (int square = 0; square < tiles.length; square++) {
            board |= (long) tiles[square] << BITS * square;
        }
        // In the upper half something that the rules must leave as it is.
        return new Position(7, board);
    }

    private static int tile(long board, int square) {
        return (int) (board >>> BITS * square) & TILE;
    }

    @Override
    public int estimate(long high, long low) {
        int steps = 0;
        for (int square = 0; square < squares; square++) {
            int tile = tile(low, square);
            if (tile != 0) {
                steps += Math.abs(tile / width - square / width) + Math.abs(tile % width - square % width);
            }
        }
        return steps;
    }

    @Override
    public void moves(long high, long low, Moves moves) {
        int empty = 0;
        while (tile(low, empty) != 0) {
            empty++;
        }
        for (int square = 0; square < squares; square++) {
            int steps = Math.abs(square / width - empty / width) + Math.abs(square % width - empty % width);
            if (steps == 1) {
                long tile = tile(low, square);
                long moved = low ^ tile << BITS * square ^ tile << BITS * empty;
                moves.add(high, moved, estimate(high, moved));
            }
        }
    }
}
