package org.bipj.launch.onejvm.simjob;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.launch.mpirun.output.RankLines;
import org.bipj.launch.mpirun.output.RankStreams;
import org.bipj.launch.onejvm.job.JobLines;

/** What the ranks of a run write, in its order, until it is known whether it is shown. */
public final class OutputTape {
    /** What a rank has written at once to a stream; null: its end. */
    private record Piece(int rank, boolean error, ByteArrayOutputStream bytes) {}

    private final List<Piece> pieces = new ArrayList<>();

    /** The stream that ranks write to; what threads of no rank write is rank 0's. */
    public PrintStream stream(boolean error) {
        return new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int b) {
                        write(new byte[] {(byte) b}, 0, 1);
                    }

                    @Override
                    public void write(byte[] bytes, int from, int length) {
                        Job job = Jobs.of(null);
                        add(job == null ? 0 : job.rank(), error, bytes, from, length);
                    }
                },
                true,
                System.out.charset());
    }

    private synchronized void add(int rank, boolean error, byte[] bytes, int from, int length) {
        Piece last = pieces.isEmpty() ? null : pieces.getLast();
        if (last == null || last.bytes == null || last.rank != rank || last.error != error) {
            last = new Piece(rank, error, new ByteArrayOutputStream());
            pieces.add(last);
        }
        last.bytes.write(bytes, from, length);
    }

    /** A rank writes nothing more. */
    public synchronized void end(int rank) {
        pieces.add(new Piece(rank, false, null));
    }

    public synchronized void clear() {
        pieces.clear();
    }

    /** Shows all, and forgets it. */
    public synchronized void play(JobLines lines) {
        for (Piece piece : pieces) {
            if (piece.bytes == null) {
                lines.finish(piece.rank);
            } else {
                RankLines own = lines.of(piece.rank, piece.error);
                RankStreams.output(job -> own).writeBytes(piece.bytes.toByteArray());
            }
        }
        pieces.clear();
    }
}
