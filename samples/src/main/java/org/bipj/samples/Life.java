package org.bipj.samples;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import mpi.CartComm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.ShiftParms;

/**
 * Conway's Game of Life on a torus, cut into blocks over a grid of ranks, with a picture at the end; shows the exchange
 * of halos with derived datatypes, iRecv, iSend and waitAll, and datatypes that pick a block out of a larger array.
 *
 * <pre>{@code ./bipj sample life -n 4 [SIZE [STEPS [FILE]]]}</pre>
 *
 * <p>Rank 0 sends each rank its block of a random board, and receives the blocks after the last step. It plays the same
 * game alone, without blocks and halos, compares, and draws the board.
 */
public final class Life {
    private static final String USAGE = "life -n RANKS [SIZE [STEPS [FILE]]]     cells a side, 256 by default;"
            + " steps, 500 by default; an SVG picture to write, life.svg by default";

    // Tags. Two ranks in a row are neighbours on both sides: the tag tells their two messages apart.
    private static final int BACK = 1;
    private static final int FORTH = 2;
    private static final int BLOCK = 3;

    private final CartComm torus;
    private final int size;
    private final int rows;
    private final int columns;

    /** From a cell to the one below it: the block has a halo, one cell on every side. */
    private final int stride;

    private byte[] cells;

    private Life(CartComm torus, int size) {
        this.torus = torus;
        this.size = size;
        rows = start(torus.getRank(), 0, 1) - start(torus.getRank(), 0, 0);
        columns = start(torus.getRank(), 1, 1) - start(torus.getRank(), 1, 0);
        stride = columns + 2;
        cells = new byte[(rows + 2) * stride];
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        String[] rest = MPI.Init(args);
        Verdict.print(USAGE, Life::run, rest);
        MPI.Finalize();
    }

    static Verdict run(Intracomm comm, String[] args) {
        Usage.atMost(args, 3);
        int size = Usage.positive(args, 0, "SIZE", 256, 4000);
        int steps = Usage.positive(args, 1, "STEPS", 500, Integer.MAX_VALUE);
        Path file = Path.of(args.length > 2 ? args[2] : "life.svg");
        Usage.atLeastRanks("SIZE", size, comm.getSize());
        boolean hasBoard = comm.getRank() == 0; // the other ranks have their blocks only
        byte[] board = hasBoard ? LifeBoard.random(size) : null;
        byte[] last = hasBoard ? new byte[size * size] : null;
        int[] dims = new int[2];
        CartComm.createDims(comm.getSize(), dims);
        try (CartComm torus = comm.createCart(dims, new boolean[] {true, true}, false)) {
            new Life(torus, size).play(board, last, steps);
        }
        if (!hasBoard) {
            return new Verdict(true, "rank 0 has the board");
        }
        try {
            LifeBoard.draw(last, size, file);
        } catch (IOException e) {
            System.err.println("cannot write the picture: " + e);
            comm.abort(1);
        }
        return new Verdict(
                Arrays.equals(LifeBoard.play(board, size, steps), last),
                size + " x " + size + " cells, " + steps + " steps, picture " + file);
    }

    /** Plays on all ranks, from rank 0's board to rank 0's last one. */
    private void play(byte[] board, byte[] last, int steps) {
        try (Datatype inside = Datatype.createVector(rows, columns, stride, MPI.BYTE);
                Datatype column = Datatype.createVector(rows, 1, stride, MPI.BYTE)) {
            inside.commit();
            column.commit();
            Request[] sends = startBlocks(board, true);
            torus.recv(MPI.slice(cells, stride + 1), 1, inside, 0, BLOCK);
            Request.waitAll(sends);
            for (int step = 0; step < steps; step++) {
                // Columns first. The rows then go with the halo's cells at both ends, and bring the corners.
                exchange(1, 1, column, stride, 1);
                exchange(0, stride, MPI.BYTE, 0, stride);
                cells = LifeBoard.step(cells, rows, columns);
            }
            Request[] receives = startBlocks(last, false);
            torus.send(MPI.slice(cells, stride + 1), 1, inside, 0, BLOCK);
            Request.waitAll(receives);
        }
    }

    /**
     * Sends the first and the last edge of a dimension to the neighbours there, and receives theirs into the halo.
     *
     * @param count elements of an edge
     * @param edge their datatype
     * @param halo where the halo's first edge begins
     * @param apart from an edge to the next one
     */
    private void exchange(int dimension, int count, Datatype edge, int halo, int apart) {
        ShiftParms neighbours = torus.shift(dimension, 1);
        int before = neighbours.getRankSource();
        int behind = neighbours.getRankDest();
        int last = halo + apart * (dimension == 0 ? rows : columns);
        Request.waitAll(new Request[] {
            torus.iRecv(MPI.slice(cells, halo), count, edge, before, FORTH),
            torus.iRecv(MPI.slice(cells, last + apart), count, edge, behind, BACK),
            torus.iSend(MPI.slice(cells, last), count, edge, behind, FORTH),
            torus.iSend(MPI.slice(cells, halo + apart), count, edge, before, BACK)
        });
    }

    /** Starts to send all ranks their blocks of the board, or to receive them; on ranks other than 0, nothing. */
    private Request[] startBlocks(byte[] board, boolean send) {
        Request[] requests = new Request[torus.getRank() == 0 ? torus.getSize() : 0];
        for (int rank = 0; rank < requests.length; rank++) {
            int row = start(rank, 0, 0);
            int column = start(rank, 1, 0);
            // As many pieces as the block has rows, each as long as the block is wide, a row of the board apart.
            try (Datatype block =
                    Datatype.createVector(start(rank, 0, 1) - row, start(rank, 1, 1) - column, size, MPI.BYTE)) {
                block.commit();
                ByteBuffer there = MPI.slice(board, row * size + column);
                requests[rank] =
                        send ? torus.iSend(there, 1, block, rank, BLOCK) : torus.iRecv(there, 1, block, rank, BLOCK);
            } // frees the datatype, which messages under way do not mind
        }
        return requests;
    }

    /** Returns the first row (dimension 0) or column of a rank's block; of the next block where {@code next} is 1. */
    private int start(int rank, int dimension, int next) {
        int ranks = torus.getTopo().getDim(dimension);
        return size * (torus.getCoords(rank)[dimension] + next) / ranks;
    }
}
