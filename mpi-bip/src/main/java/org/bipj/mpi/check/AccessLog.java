package org.bipj.mpi.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import mpi.MpiBuffer;
import mpi.MpiCall;
import mpi.MpiProcess;
import mpi.Win;
import org.jspecify.annotations.Nullable;

/**
 * One-sided operations of each rank in virtual time, for the ranks whose memory they use. One rank runs at a time.
 *
 * <pre>
 * header    operations so far
 * entries   window | second number of its key | first byte | one past the last | target | place of the text |
 *           what the rank had learnt when it called: step, number of the collective call, step before | step at which it is complete (0: not yet)
 * </pre>
 */
final class AccessLog {
    private static final String LOG = "check-accesses-";
    private static final int ENTRIES = 512;
    private static final int HEADER = 8;
    private static final int SECOND = 8;
    private static final int FROM = 16;
    private static final int TO = 24;
    private static final int TARGET = 32;
    private static final int TEXT = 36;
    private static final int LEARNT = 40;
    private static final int BY = 48;
    private static final int BEFORE = 56;
    private static final int DONE = 64;
    private static final int ENTRY = 72;
    private static final long SIZE = HEADER + (long) ENTRIES * ENTRY;

    private final MpiProcess process;
    private final UnmatchedMessages messages;
    private final Map<Integer, MemorySegment> logs = new HashMap<>();
    /** Of this rank, those that are not complete. */
    private final List<Open> open = new ArrayList<>();

    private record Open(MpiCall call, long number) {}

    /** An operation on this rank's memory; see above. */
    record Access(int rank, @Nullable String text, CallSteps.Learnt learnt, long done) {}

    AccessLog(MpiProcess process, UnmatchedMessages messages) {
        this.process = process;
        this.messages = messages;
    }

    private @Nullable MemorySegment log(int rank) {
        return process.job().isNear(rank) ? logs.computeIfAbsent(rank, of -> process.shared(LOG + of, SIZE)) : null;
    }

    /** Notes an operation of this rank. */
    void add(@Nullable Key key, Win win, MpiCall call, MpiBuffer target, CallSteps.Learnt learnt) {
        MemorySegment log = target.isDense() && target.bytes() > 0 ? log(process.rank()) : null;
        if (log == null || key == null) {
            return;
        }
        long number = log.get(ValueLayout.JAVA_LONG, 0);
        long at = at(number);
        log.set(ValueLayout.JAVA_LONG, at, key.first());
        log.set(ValueLayout.JAVA_LONG, at + SECOND, key.second());
        log.set(ValueLayout.JAVA_LONG, at + FROM, target.lowest());
        log.set(ValueLayout.JAVA_LONG, at + TO, target.highest());
        log.set(ValueLayout.JAVA_INT, at + TARGET, process.world(win, call.dest()));
        log.set(ValueLayout.JAVA_INT, at + TEXT, messages.text(call));
        log.set(ValueLayout.JAVA_LONG, at + LEARNT, learnt.step());
        log.set(ValueLayout.JAVA_LONG, at + BY, learnt.by());
        log.set(ValueLayout.JAVA_LONG, at + BEFORE, learnt.before());
        log.set(ValueLayout.JAVA_LONG, at + DONE, 0L);
        log.set(ValueLayout.JAVA_LONG, 0, number + 1);
        open.removeIf(each -> each.number <= number - ENTRIES);
        open.add(new Open(call, number));
    }

    private static long at(long number) {
        return HEADER + number % ENTRIES * ENTRY;
    }

    /** Some of this rank's operations are complete. */
    void complete(Predicate<MpiCall> calls, long step) {
        open.removeIf(each -> {
            boolean isOver = calls.test(each.call);
            if (isOver) {
                logs.get(process.rank()).set(ValueLayout.JAVA_LONG, at(each.number) + DONE, step);
            }
            return isOver;
        });
    }

    /** Operations of other ranks on bytes of this one's memory in a window. */
    List<Access> of(Key key, int[] ranks, long from, long to) {
        List<Access> all = new ArrayList<>();
        for (int rank : ranks) {
            MemorySegment log = rank == process.rank() ? null : log(rank);
            long number = log == null ? 0 : log.get(ValueLayout.JAVA_LONG, 0);
            for (long i = Math.max(0, number - ENTRIES); i < number; i++) {
                long at = at(i);
                if (log.get(ValueLayout.JAVA_LONG, at) == key.first()
                        && log.get(ValueLayout.JAVA_LONG, at + SECOND) == key.second()
                        && log.get(ValueLayout.JAVA_INT, at + TARGET) == process.rank()
                        && log.get(ValueLayout.JAVA_LONG, at + FROM) < to
                        && from < log.get(ValueLayout.JAVA_LONG, at + TO)) {
                    all.add(new Access(
                            rank,
                            messages.text(rank, log.get(ValueLayout.JAVA_INT, at + TEXT)),
                            new CallSteps.Learnt(
                                    log.get(ValueLayout.JAVA_LONG, at + LEARNT),
                                    log.get(ValueLayout.JAVA_LONG, at + BY),
                                    log.get(ValueLayout.JAVA_LONG, at + BEFORE)),
                            log.get(ValueLayout.JAVA_LONG, at + DONE)));
                }
            }
        }
        return all;
    }
}
