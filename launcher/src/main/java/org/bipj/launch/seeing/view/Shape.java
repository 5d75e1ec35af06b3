package org.bipj.launch.seeing.view;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bipj.launch.seeing.timeline.TimelineFormat;
import org.bipj.mpi.call.CallFacts;
import org.bipj.mpi.call.Who;

/** What records of one kind have in common. What follows from that is found once, and not for each record. */
public final class Shape {
    /** The kind of what a part of a simulated machine does. */
    static final int WORK = 100;

    static final Shape UNKNOWN = new Shape(
            TimelineFormat.CALL,
            "a call whose name is not recorded",
            null,
            TimelineFormat.NONE,
            TimelineFormat.NONE,
            "");

    private final int kind;
    private final String operation;
    private final Communicator communicator;
    private final int peer;
    private final int tag;
    private final String place;
    /** What the peer is called. */
    private final String peerName;

    private final int hash;
    // Null: not found yet.
    private Category category;
    private String site;
    private CallFacts.Method call;
    private List<String> callers = List.of();

    /**
     * What some records have in common.
     *
     * @param kind one of {@link TimelineFormat}
     * @param operation the call, such as {@code iSend}; of a phase its name
     * @param communicator null: none
     * @param peer world rank, {@link TimelineFormat#ANY} or {@link TimelineFormat#NONE}; of a collective call its root
     * @param tag the same
     * @param place the program's line; empty: not known
     */
    Shape(int kind, String operation, Communicator communicator, int peer, int tag, String place) {
        this(kind, operation, communicator, peer, tag, place, Integer.toString(peer));
    }

    /** As the other one, with what the peer is called, which may be of another job. */
    Shape(int kind, String operation, Communicator communicator, int peer, int tag, String place, String peerName) {
        this.kind = kind;
        this.operation = operation;
        this.communicator = communicator;
        this.peer = peer;
        this.tag = tag;
        this.place = place;
        this.peerName = peerName;
        hash = Objects.hash(kind, operation, peer, tag, place);
    }

    int kind() {
        return kind;
    }

    String operation() {
        return operation;
    }

    Communicator communicator() {
        return communicator;
    }

    int peer() {
        return peer;
    }

    /** What the peer is called, if that is not its number. */
    Optional<String> otherName() {
        return peerName.equals(Integer.toString(peer)) ? Optional.empty() : Optional.of(peerName);
    }

    int tag() {
        return tag;
    }

    String place() {
        return place;
    }

    void calledBy(List<String> calls) {
        callers = calls;
    }

    /** The calls of the program that have led to the line the first time, innermost first. */
    List<String> callers() {
        return callers;
    }

    Category category() {
        if (category == null) {
            category = Category.of(this);
        }
        return category;
    }

    /** What the call is. That of a call whose name is not recorded, of a phase and of a part of a machine is that of a local one. */
    CallFacts.Method call() {
        if (call == null) {
            call = CallFacts.method(operation);
        }
        return call;
    }

    /** False for a call that only starts something, or begins or ends MPI: it waits for no other rank's call. */
    boolean waits() {
        return call().facts() == CallFacts.LOCAL || call().waits();
    }

    /** True for a collective call whose data come from its root. */
    boolean isFromRoot() {
        return call().facts().from() == Who.ROOT;
    }

    /** True for the call that begins. */
    boolean isInit() {
        return call().facts() == CallFacts.INIT;
    }

    /** True for the call that ends. */
    boolean isFinalize() {
        return call().facts() == CallFacts.FINALIZE;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof Shape shape
                        && kind == shape.kind
                        && peer == shape.peer
                        && tag == shape.tag
                        && communicator == shape.communicator
                        && operation.equals(shape.operation)
                        && peerName.equals(shape.peerName)
                        && place.equals(shape.place);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return words();
    }

    /** True for what takes time: calls and phases. */
    boolean isSpan() {
        return switch (kind) {
            case TimelineFormat.SENT,
                    TimelineFormat.MATCHED,
                    TimelineFormat.WITHDRAWN,
                    TimelineFormat.LEFT,
                    TimelineFormat.CAME -> false;
            default -> true;
        };
    }

    boolean isCall() {
        return isSpan() && kind != TimelineFormat.PHASE && kind != WORK;
    }

    boolean sends() {
        return kind == TimelineFormat.SENDING_CALL || kind == TimelineFormat.SENT;
    }

    boolean receives() {
        return kind == TimelineFormat.RECEIVING_CALL || kind == TimelineFormat.MATCHED;
    }

    /** The operation and its line, such as {@code barrier, Slow.java:3}. */
    String site() {
        if (site == null) {
            site = place.isEmpty() ? operation : operation + ", " + line();
        }
        return site;
    }

    /** The line alone, such as {@code Slow.java:3}. */
    String line() {
        int bracket = place.indexOf('(');
        return bracket < 0 ? place : place.substring(bracket + 1, place.length() - 1);
    }

    /** What the peer is to the call. */
    private String preposition() {
        if (sends() || receives()) {
            return sends() ? " to " : " from ";
        }
        return switch (call().facts().kind()) {
            case RECEIVES, PROBES -> " from ";
            case ACCESSES -> " at ";
            default -> " for ";
        };
    }

    /** The call in words. */
    String words() {
        StringBuilder words = new StringBuilder(operation);
        if (kind == TimelineFormat.COLLECTIVE) {
            words.append(peer >= 0 ? " of root " + peerName : "");
        } else if (peer != TimelineFormat.NONE) {
            words.append(preposition()).append(peer == TimelineFormat.ANY ? "any rank" : "rank " + peerName);
        }
        if (tag != TimelineFormat.NONE && kind != TimelineFormat.COLLECTIVE) {
            words.append(tag == TimelineFormat.ANY ? ", any tag" : ", tag " + tag);
        }
        if (communicator != null && !communicator.isWorld()) {
            words.append(" in ").append(communicator);
        }
        return words.append(place.isEmpty() ? "" : ", " + line()).toString();
    }
}
