package org.bipj.launch.output;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;

/** Standard streams of a JVM whose threads belong to different ranks: each thread's output goes to its rank's lines. */
public final class RankStreams {
    private RankStreams() {}

    /** A stream that replaces System.out or System.err. */
    public static PrintStream output(RankLines[] lines) {
        return new PrintStream(new Output(lines), true, System.out.charset());
    }

    /** A stream that replaces System.in: one rank reads, the others find the end at once. */
    public static InputStream input(InputStream ofProcess, int reader) {
        return new Input(ofProcess, reader);
    }

    /** The rank of the current thread; 0 for threads that belong to no rank. */
    private static int rank() {
        Job job = Jobs.of(null);
        return job == null ? 0 : job.rank();
    }

    private static final class Output extends OutputStream {
        private final RankLines[] lines;

        Output(RankLines[] lines) {
            this.lines = lines;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            RankLines own = lines[rank()];
            synchronized (own) {
                own.accept(bytes, from, from + length);
            }
        }
    }

    private static final class Input extends InputStream {
        private final InputStream ofProcess;
        private final int reader;

        Input(InputStream ofProcess, int reader) {
            this.ofProcess = ofProcess;
            this.reader = reader;
        }

        @Override
        public int read() throws IOException {
            return rank() == reader ? ofProcess.read() : -1;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            return rank() == reader ? ofProcess.read(into, from, length) : -1;
        }

        @Override
        public int available() throws IOException {
            return rank() == reader ? ofProcess.available() : 0;
        }
    }
}
