package org.bipj.launch.mpirun.output;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.Function;
import java.util.function.Predicate;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;

/** Standard streams of a JVM whose threads belong to different ranks: each thread's output goes to its rank's lines. */
public final class RankStreams {
    private RankStreams() {}

    /**
     * A stream that replaces System.out or System.err.
     *
     * @param lines those of a rank
     */
    public static PrintStream output(Function<Job, RankLines> lines) {
        return new PrintStream(new Output(lines), true, System.out.charset());
    }

    /**
     * A stream that replaces System.in: one rank reads, the others find the end at once.
     *
     * @param reader true for that rank
     */
    public static InputStream input(InputStream ofProcess, Predicate<Job> reader) {
        return new Input(ofProcess, reader);
    }

    private static final class Output extends OutputStream {
        private final Function<Job, RankLines> lines;

        Output(Function<Job, RankLines> lines) {
            this.lines = lines;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            RankLines own = lines.apply(Jobs.of(null));
            synchronized (own) {
                own.accept(bytes, from, from + length);
            }
        }
    }

    private static final class Input extends InputStream {
        private final InputStream ofProcess;
        private final Predicate<Job> reader;

        Input(InputStream ofProcess, Predicate<Job> reader) {
            this.ofProcess = ofProcess;
            this.reader = reader;
        }

        @Override
        public int read() throws IOException {
            return reader.test(Jobs.of(null)) ? ofProcess.read() : -1;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            return reader.test(Jobs.of(null)) ? ofProcess.read(into, from, length) : -1;
        }

        @Override
        public int available() throws IOException {
            return reader.test(Jobs.of(null)) ? ofProcess.available() : 0;
        }
    }
}
