package org.bipj.shm.rings;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A data ring alone, without matching: what one packet costs a core that writes and reads it, and how many packets a
 * second go from one core to another (the line {@code stream:packets}; the others count fruitless tries as well).
 *
 * <pre>
 *   hop      core 0: claim, write, commit, poll
 *   stream   core 0: claim, write, commit ──ring──&gt; core 1: poll
 * </pre>
 */
@Fork(value = 1, jvmArgsAppend = "-XX:+UseSerialGC")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RingBenchmark {
    private static final int POLL_LIMIT = 64;

    /** A ring and its sink. */
    @State(Scope.Group)
    public static class Ring implements PacketSink {
        /** Bytes of a packet. */
        @Param({"8", "256", "2048"})
        public int bytes;

        private final MemorySegment memory = Arena.ofAuto().allocate(RingFile.bytes(), 128);
        private final RingWriter writer = new RingWriter(memory, false);
        private final RingReader reader = new RingReader(memory, false, NicPort.DATA, 0, peer -> {});
        private long sum;

        boolean send() {
            long claim = writer.claim(bytes);
            if (claim < 0) {
                return false;
            }
            for (int i = 0; i < bytes; i += Long.BYTES) {
                memory.set(ValueLayout.JAVA_LONG, claim + i, i);
            }
            writer.commit(claim, bytes, 1);
            return true;
        }

        int poll() {
            return reader.poll(this, POLL_LIMIT);
        }

        @Override
        public int onPacket(int peer, int lane, int immediate, MemorySegment packet, long offset, int length) {
            sum += packet.get(ValueLayout.JAVA_LONG, offset + length - Long.BYTES);
            return DONE;
        }

        @Override
        public void onCompletion(long cookie) {
            throw new AssertionError("nobody asked for a completion");
        }
    }

    /** Counts packets: a poll takes several, and a claim may find no room. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Count {
        /** Packets that went through. */
        public long packets;
    }

    /** One packet through the ring on one core. */
    @Benchmark
    @Group("hop")
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public long hop(Ring ring) {
        ring.send();
        ring.poll();
        return ring.sum;
    }

    /** The writing end. */
    @Benchmark
    @Group("stream")
    @GroupThreads(1)
    @BenchmarkMode(Mode.Throughput)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public void write(Ring ring) {
        if (!ring.send()) {
            Thread.onSpinWait();
        }
    }

    /** The reading end. */
    @Benchmark
    @Group("stream")
    @GroupThreads(1)
    @BenchmarkMode(Mode.Throughput)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public void read(Ring ring, Count count) {
        count.packets += ring.poll();
    }
}
