package org.bipj.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.Signature;
import org.bipj.mpi.match.HeapReserve;
import org.bipj.mpi.match.Matcher;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.Unexpected;
import org.bipj.mpi.match.UnexpectedPool;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What matching costs a message whose receive stands behind so many others of the same source. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "-XX:+UseSerialGC")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MatchBenchmark {
    private static final int RANKS = 16;
    private static final int SOURCE = 3;
    private static final int TAG = 7;
    private static final int OTHER_TAG = 8;

    /** Receives, or unexpected messages, of another tag that are older. */
    @Param({"0", "8", "128"})
    public int older;

    private final SegmentCache cache = new SegmentCache();
    private final UnexpectedPool pool = new UnexpectedPool(new HeapReserve());
    private final PostedRecv receive = new PostedRecv(cache);
    private Matcher expected;
    private Matcher unexpected;

    /** Fills the queues. */
    @Setup
    public void fill() {
        expected = new Matcher(RANKS);
        unexpected = new Matcher(RANKS);
        for (int i = 0; i < older; i++) {
            PostedRecv other = new PostedRecv(cache);
            other.want(expected, SOURCE, OTHER_TAG);
            expected.post(other);
            unexpected.keep(pool.ofBytes(SOURCE, OTHER_TAG, Signature.UNTYPED, 8));
        }
    }

    /** A receive is posted, then its message arrives. */
    @Benchmark
    public PostedRecv expected() {
        receive.want(expected, SOURCE, TAG);
        expected.post(receive);
        return expected.arrived(SOURCE, TAG);
    }

    /** The same with a receive from any source. */
    @Benchmark
    public PostedRecv expectedFromAny() {
        receive.want(expected, PostedRecv.ANY, TAG);
        expected.post(receive);
        return expected.arrived(SOURCE, TAG);
    }

    /** A message arrives, then it is looked for and taken. */
    @Benchmark
    public long unexpected() {
        return keepAndTake(SOURCE);
    }

    /** The same with a receive from any source. */
    @Benchmark
    public long unexpectedFromAny() {
        return keepAndTake(PostedRecv.ANY);
    }

    private long keepAndTake(int wanted) {
        unexpected.keep(pool.ofBytes(SOURCE, TAG, Signature.UNTYPED, 8));
        Unexpected message = unexpected.find(wanted, TAG);
        unexpected.take(message);
        long length = message.length();
        pool.give(message);
        return length;
    }
}
