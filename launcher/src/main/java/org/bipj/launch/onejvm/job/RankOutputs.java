package org.bipj.launch.onejvm.job;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.IntStream;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;

/** Standard output of the ranks of one run after the other, which is kept and not shown. */
public final class RankOutputs {
    private List<ByteArrayOutputStream> ofRanks = List.of();

    /** A run of so many ranks begins. */
    public void begin(int ranks) {
        ofRanks = IntStream.range(0, ranks)
                .mapToObj(rank -> new ByteArrayOutputStream())
                .toList();
    }

    /** Standard output of this JVM is that of ranks while something runs. */
    public void during(int ranks, Runnable body) {
        begin(ranks);
        PrintStream before = System.out;
        System.setOut(stream());
        try {
            body.run();
        } finally {
            System.setOut(before);
        }
    }

    /** What each rank has written. */
    public List<String> texts() {
        return ofRanks.stream().map(one -> one.toString(System.out.charset())).toList();
    }

    /** The stream that ranks write to; what threads of no rank write is rank 0's. */
    public PrintStream stream() {
        return new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int b) {
                        current().write(b);
                    }

                    @Override
                    public void write(byte[] bytes, int from, int length) {
                        current().write(bytes, from, length);
                    }
                },
                true,
                System.out.charset());
    }

    private ByteArrayOutputStream current() {
        Job job = Jobs.of(null);
        return ofRanks.get(job == null ? 0 : job.rank());
    }
}
