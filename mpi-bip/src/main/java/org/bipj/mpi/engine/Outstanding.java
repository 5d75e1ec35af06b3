package org.bipj.mpi.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.RecvOp;
import org.bipj.core.channel.SendOp;
import org.bipj.mpi.match.Envelope;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.Unexpected;
import org.jspecify.annotations.Nullable;

/**
 * What a rank waits for, for reports and recordings: the message that its call waits for, then all that is under way. It reads the queues
 * of matching and channel, so that messages pay nothing for it. Ranks are world ranks.
 */
final class Outstanding implements Supplier<String> {
    /** Maximum number of operations in a report. */
    private static final int MOST = 4;
    /** Maximum number of unreceived messages of a communicator that are looked at. */
    private static final int MOST_UNRECEIVED = 1000;

    private static final int NO_TAG = -2;

    private static final String MEETS = " to make the communicator with it, by the same group and tag";

    /** How far the rank is with MPI. */
    enum Phase {
        RUNNING,
        /** The rank has called Finalize, and waits for its sends. */
        FINISHES_SENDS,
        /** The rank has called Finalize, and waits until all others have come so far. */
        AWAITS_OTHERS
    }

    private final Channel channel;
    private final Receiving receiving;
    private final Progress progress;
    private final ContextNames names;
    private final ProcessNames processes;
    private Phase phase = Phase.RUNNING;
    /** They find the world ranks that a call waits for, other than for messages. */
    private final List<Supplier<int[]>> others = new ArrayList<>();
    /** Threads that are in calls which start processes or find those of another job. */
    private final AtomicInteger awaitsJob = new AtomicInteger();
    /** Who has opened the ports at which threads wait, as far as that is known. */
    private final List<String> openers = new CopyOnWriteArrayList<>();

    /** What senders of messages are to do, by the envelopes; with tag 0 in contexts of collective calls. */
    private final Map<Long, String> tasks = new ConcurrentHashMap<>();

    Outstanding(Channel channel, Receiving receiving, Progress progress, ContextNames names, ProcessNames processes) {
        this.channel = channel;
        this.receiving = receiving;
        this.progress = progress;
        this.names = names;
        this.processes = processes;
    }

    /** A thread begins, or ends, to wait in a call that starts processes or finds those of another job. */
    void awaitsJob(boolean on) {
        awaitsJob.addAndGet(on ? 1 : -1);
    }

    /** A thread begins, or ends, to wait until a process accepts at a port that it has opened. */
    void awaitsAcceptance(String opener, boolean on) {
        boolean ignored = on ? openers.add(opener) : openers.remove(opener);
    }

    /** Adds what finds world ranks that a call waits for, other than for messages. */
    void awaitsToo(Supplier<int[]> ranks) {
        others.add(ranks);
    }

    /** As {@link Engine#awaits}. */
    void awaits(int context, int tag, @Nullable String what) {
        long key = Envelope.of(context, tag);
        String ignored = what == null ? tasks.remove(key) : tasks.put(key, what);
    }

    void enter(Phase next) {
        phase = next;
    }

    /**
     * Context of the communicator (-1: not known), peer and tag (-2: none) of what the calling thread waits for, of several ranks that
     * must all act the first one; null: not known, or one of several ranks is enough.
     */
    int @Nullable [] first() {
        if (receiving.probed() != null) {
            return receiving.probed();
        }
        List<?> operations = awaited();
        if (operations.isEmpty()) {
            int rank = progress.isAlone() ? firstOfOthers() : -1;
            if (rank >= 0) {
                return new int[] {-1, rank, NO_TAG};
            }
            operations = receiving.ofCollectives();
        }
        int[] found = null;
        for (Object each : operations) {
            int[] one = place(each);
            if (one == null || found != null && found[1] != one[1]) {
                return null;
            }
            found = found == null ? one : new int[] {one[0], one[1], NO_TAG};
        }
        return found;
    }

    private int firstOfOthers() {
        return others.stream()
                .flatMapToInt(other -> IntStream.of(other.get()))
                .findFirst()
                .orElse(-1);
    }

    private List<?> awaited() {
        Object awaited = progress.awaited();
        return awaited instanceof Object[] any ? Arrays.asList(any) : awaited == null ? List.of() : List.of(awaited);
    }

    private int @Nullable [] place(@Nullable Object operation) {
        if (operation instanceof SendOp send) {
            return place(Envelope.context(send.envelope()), send.peer(), Envelope.tag(send.envelope()));
        }
        return operation instanceof PostedRecv receive
                ? place(receiving.context(receive.matcher()), receive.wantedSource(), receive.wantedTag())
                : null;
    }

    private static int[] place(int context, int peer, int tag) {
        return context % 2 == 1 ? new int[] {context - 1, peer, NO_TAG} : new int[] {context, peer, tag};
    }

    @Override
    public String get() {
        List<String> all = new ArrayList<>();
        if (phase == Phase.AWAITS_OTHERS) {
            all.add("all other ranks to finalize");
        } else {
            List<SendOp> sends = channel.unfinishedSends();
            List<?> awaited = awaited();
            String any =
                    awaited.stream().map(this::words).distinct().limit(MOST).collect(Collectors.joining(" or "));
            if (!any.isEmpty()) {
                all.add(any);
            }
            sends.removeAll(awaited);
            if (progress.awaitsThread()) {
                all.add("a thread of the program, to complete a generalized request");
            }
            if (awaitsJob.get() > 0) {
                all.add("processes of another job");
            }
            openers.forEach(opener -> all.add("rank " + opener + " to accept at its port"));
            if (phase == Phase.RUNNING) {
                addReceives(awaited, all);
            }
            sends.forEach(op -> all.add(send(op)));
            if (phase == Phase.FINISHES_SENDS && all.isEmpty()) {
                all.add("a connection for its messages");
            }
        }
        String wanted = join(all, all.size());
        return wanted.isEmpty() || phase != Phase.RUNNING ? wanted : wanted + unreceived();
    }

    /** Messages that lie here: a rank that waits for a message with a wrong tag has it. */
    private String unreceived() {
        List<String> there = new ArrayList<>();
        int number = receiving.unreceived(this, there, MOST_UNRECEIVED);
        return number == 0 ? "" : "; unreceived here: " + join(there, number);
    }

    /** A message that no receive has matched. */
    String unreceived(int context, Unexpected message) {
        return message.length() + " bytes from rank " + processes.named(message.source())
                + detail(context, message.source(), message.tag());
    }

    private String words(@Nullable Object operation) {
        if (operation instanceof SendOp send) {
            return send(send);
        }
        if (operation instanceof PostedRecv op) {
            return message(receiving.context(op.matcher()), op.wantedSource(), op.wantedTag());
        }
        return "the end of " + (operation instanceof Background other ? "a " + other.kind() : "an operation");
    }

    private void addReceives(List<?> said, List<String> all) {
        receiving.outstanding(this, said, all);
        for (RecvOp op : channel.unfinishedReceives()) {
            if (op instanceof PostedRecv receive) {
                int context = receiving.context(receive.matcher());
                all.add("the rest of " + message(context, receive.source(), receive.tag()));
            }
        }
    }

    private String send(SendOp op) {
        return "rank " + processes.named(op.peer()) + " to receive a message of " + op.size() + " bytes"
                + detail(Envelope.context(op.envelope()), op.peer(), Envelope.tag(op.envelope()))
                + (op.isWithdrawing() ? " (cancelled too late, or not yet seen there)" : "");
    }

    private static String join(List<String> all, int number) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        all.forEach(one -> counts.merge(one, 1, Integer::sum));
        List<String> shown = new ArrayList<>();
        int left = number;
        for (Map.Entry<String, Integer> one : counts.entrySet()) {
            if (shown.size() == MOST) {
                shown.add("and " + left + " more");
                break;
            }
            left -= one.getValue();
            shown.add(one.getKey() + (one.getValue() == 1 ? "" : " (" + one.getValue() + " times)"));
        }
        return String.join("; ", shown);
    }

    /** Describes a message that a receive waits for. */
    String message(int context, int source, int tag) {
        String who = source == PostedRecv.ANY ? "any rank" : "rank " + processes.named(source);
        boolean isOfLibrary = context % 2 == 1;
        String task = context == Engine.MEETINGS ? MEETS : tasks.get(Envelope.of(context, isOfLibrary ? 0 : tag));
        if (task != null) {
            return who + task + (isOfLibrary ? "" : detail(context, source, tag));
        }
        return "a message from " + who + detail(context, source, tag);
    }

    /** Odd contexts are the library's own, for collective calls: their tags are not the program's. */
    private String detail(int context, int peer, int tag) {
        if (context == Envelope.PARTITIONED) {
            return " of a partitioned operation";
        }
        String what = context % 2 == 1
                ? " in a collective call"
                : tag == PostedRecv.ANY ? " with any tag" : " with tag " + tag;
        return what + names.place(context, peer) + (context % 2 == 1 ? names.call(context, tag) : "");
    }
}
