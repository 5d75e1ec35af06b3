package org.bipj.launch.seeing.timeline;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bipj.core.report.ProgramFrames;

/**
 * What the calls of a thread have in common, and the lines that they come from. The line of a place that {@link CallSites} has given a number is
 * found once.
 */
final class Shapes {
    /** Without a number a line is found each time until that many calls of a shape came from one, from then on each LOOK_AGAINth time. */
    private static final int SURE = 16;

    private static final int LOOK_AGAIN = 64;
    /** Shapes that are told apart; calls of others have no peer and no tag. */
    private static final int MOST_SHAPES = 1 << 16;

    /** Calls of the program that are kept of the first call of a shape from a line. */
    private static final int MOST_FRAMES = 16;

    /** Spreads numbers that differ in their last bits, of which the upper ones are then used. */
    private static final int SPREAD = 0x9E3779B1;

    private static final int SHIFT = 12;

    private final RankTrack rank;
    private Shape[] shapes = new Shape[256];
    private int count;
    private final Map<String, Flow> flows = new HashMap<>();
    /** A shape whose line is to be found again; null: none is. */
    private Shape due;

    Shapes(RankTrack rank) {
        this.rank = rank;
    }

    /** What calls of one kind, operation, communicator, peer, tag and place have in common. */
    static final class Shape {
        final int kind;
        final int operation;
        final int communicator;
        final int peer;
        final int tag;
        /** The place by its number; 0: calls of several places, which have none. */
        final int site;

        final Flow flow;
        int number;
        String type = "";
        /** Index of the bytecode: unlike its line it is known at once. */
        int place;

        int times;
        int uses;

        Shape(int kind, int operation, int communicator, int peer, int tag, int site, Flow flow) {
            this.kind = kind;
            this.operation = operation;
            this.communicator = communicator;
            this.peer = peer;
            this.tag = tag;
            this.site = site;
            this.flow = flow;
        }

        boolean is(
                int otherKind, int otherOperation, int otherCommunicator, int otherPeer, int otherTag, int otherSite) {
            return site == otherSite
                    && peer == otherPeer
                    && tag == otherTag
                    && operation == otherOperation
                    && kind == otherKind
                    && communicator == otherCommunicator;
        }
    }

    /** Messages of one communicator, peer and tag in one direction: how many there were. */
    static final class Flow {
        int next;
    }

    /**
     * The shape of some calls.
     *
     * @param site the number of the place in the program; 0: it has none
     * @param isInCall true if {@link #lookAgain} comes at the end of the call
     */
    Shape find(int ofKind, int ofOperation, int communicator, int peer, int tag, int site, boolean isInCall) {
        int mask = shapes.length - 1;
        int at = hash(ofKind, ofOperation, communicator, peer, tag, site) & mask;
        Shape found = shapes[at];
        while (found != null && !found.is(ofKind, ofOperation, communicator, peer, tag, site)) {
            at = at + 1 & mask;
            found = shapes[at];
        }
        if (found == null) {
            if (count >= MOST_SHAPES && peer != TimelineFormat.NONE) {
                return find(
                        ofKind, ofOperation, communicator, TimelineFormat.NONE, TimelineFormat.NONE, site, isInCall);
            }
            found = define(ofKind, ofOperation, communicator, peer, tag, site, at);
        }
        if (found.number == 0) {
            look(found);
        } else if (site == 0 && (found.times < SURE || (++found.uses & LOOK_AGAIN - 1) == 0)) {
            if (isInCall) {
                // At its end the program is few frames away.
                due = found;
            } else {
                look(found);
            }
        }
        return found;
    }

    private static int hash(int kind, int operation, int communicator, int peer, int tag, int site) {
        int mixed = ((operation * 31 + communicator) * 31 + peer) * 31 + tag;
        return ((mixed * 31 + kind) * 31 + site) * SPREAD >>> SHIFT;
    }

    private Shape define(int ofKind, int ofOperation, int communicator, int peer, int tag, int site, int at) {
        boolean leaves = ofKind == TimelineFormat.SENDING_CALL || ofKind == TimelineFormat.SENT;
        Flow flow = flows.computeIfAbsent(leaves + " " + communicator + " " + peer + " " + tag, key -> new Flow());
        Shape made = new Shape(ofKind, ofOperation, communicator, peer, tag, site, flow);
        shapes[at] = made;
        count++;
        if (2 * count > shapes.length) {
            Shape[] before = shapes;
            shapes = new Shape[2 * before.length];
            int last = shapes.length - 1;
            for (Shape one : before) {
                if (one != null) {
                    int to = hash(one.kind, one.operation, one.communicator, one.peer, one.tag, one.site) & last;
                    while (shapes[to] != null) {
                        to = to + 1 & last;
                    }
                    shapes[to] = one;
                }
            }
        }
        return made;
    }

    /** Finds the line that a call of a shape comes from. */
    private void look(Shape of) {
        StackWalker.StackFrame frame = ProgramFrames.innermost(ProgramFrames.Library.ALL);
        int index = frame == null ? 0 : frame.getByteCodeIndex();
        String type = frame == null ? "" : frame.getClassName();
        if (of.number == 0 || index != of.place || !type.equals(of.type)) {
            of.place = index;
            of.type = type;
            of.times = 0;
            String name = of.operation == ThreadTrack.NO_OPERATION ? "" : Timeline.name(of.operation);
            List<String> chain = ProgramFrames.chain(ProgramFrames.Library.ALL, MOST_FRAMES).stream()
                    .map(each -> ProgramFrames.text(each, ""))
                    .toList();
            of.number = rank.shape(
                    of.kind,
                    name,
                    of.communicator,
                    of.peer,
                    of.tag,
                    ProgramFrames.text(frame, ""),
                    chain.subList(Math.min(1, chain.size()), chain.size()));
        }
        of.times++;
    }

    /** Finds the line of a call that is about to end, and returns the number of its shape. */
    int lineOf(Shape call) {
        look(call);
        return call.number;
    }

    /** At the end of a call: finds the line that is due again, and returns the number of the call's shape, which may change with it. */
    int lookAgain(int number) {
        Shape of = due;
        if (of == null) {
            return number;
        }
        due = null;
        int before = of.number;
        look(of);
        return number == before ? of.number : number;
    }
}
