package org.bipj.sim.am;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.bipj.sim.kernel.Event;

/**
 * The segment driver of a host's kernel (virtual networks paper, section 2): the frames of the board are a cache of
 * endpoints' pages, and it decides which pages are in them. As an event it is the end of its present piece of work, or
 * the moment at which a page may leave its frame.
 *
 * <pre>
 *   fault - entry - the victim is unmapped, settled, copied out - remap - copied in - remap - the endpoint is mapped
 *             `---------------- a frame is free --------------------------'
 * </pre>
 *
 * <p>One fault at a time, first come first served. <b>Replacement:</b> the endpoint that was loaded first leaves first,
 * but one whose packets are all answered before others. One that a fault has loaded stays for some quanta of the scan for
 * unacknowledged packets: so the message whose refusal has loaded it comes again within that time, however many others
 * wait, and moves of pages stay rare. A random part is added, so that two boards do not exchange their endpoints in step
 * for ever.
 */
final class SegmentDriver extends Event {
    private enum Phase {
        /** No fault is served; as an event, a page may leave. */
        IDLE,
        /** The processor is entering the driver. */
        ENTERING,
        /** The board is giving the victim's page back. */
        UNLOADING,
        /** The victim's page is mapped in host memory. */
        REMAPPING,
        /** The board is taking the page of the endpoint that has faulted. */
        LOADING,
        /** What has been done is mapped for program and board. */
        ENDING
    }

    private final AmPort port;
    private final AmSettings settings;
    private final SplittableRandom random;
    /** Endpoints that are to be loaded: a message has come, or they have one to send. */
    private final Set<BoardEndpoint> wanted = new LinkedHashSet<>();
    /** Endpoints in frames whose staging area the board cannot use. */
    private final Set<BoardEndpoint> unstaged = new LinkedHashSet<>();
    /** Endpoints in frames, in the order in which they were loaded. */
    private final ArrayDeque<BoardEndpoint> residents = new ArrayDeque<>();

    private int freeFrames;
    private long served;
    private Phase phase = Phase.IDLE;
    /** The endpoint whose fault is being served. */
    private BoardEndpoint target;
    /** The endpoint that leaves its frame to the {@link #target}. */
    private BoardEndpoint victim;
    /** The target is in its frame, and gets its staging area. */
    private boolean staging;

    SegmentDriver(AmPort port, AmSettings settings) {
        this.port = port;
        this.settings = settings;
        random = new SplittableRandom((port.network().seed() - 1 << Integer.SIZE) + port.rank());
        freeFrames = settings.frames;
    }

    /** A program has opened an endpoint: it takes a frame that is free. */
    void opened(BoardEndpoint endpoint) {
        if (freeFrames > 0) {
            freeFrames--;
            endpoint.residence = Residence.BOARD;
            endpoint.isStaged = true;
            mapped(endpoint);
        }
    }

    private void mapped(BoardEndpoint endpoint) {
        residents.add(endpoint);
        endpoint.isMapped = true;
    }

    /** A closed endpoint has no message left: its frame is free. */
    void ended(BoardEndpoint endpoint) {
        port.resume(endpoint);
        wanted.remove(endpoint);
        unstaged.remove(endpoint);
        if (residents.remove(endpoint)) {
            endpoint.isMapped = false;
            endpoint.residence = Residence.HOST;
            freeFrames++;
            advance();
        }
    }

    // ---- faults ------------------------------------------------------------------------------------------------

    /** An endpoint has a message to send, or one has come for it. */
    void onWanted(BoardEndpoint endpoint) {
        if (!endpoint.isMapped && endpoint != target && !endpoint.hasEnded()) {
            wanted.add(endpoint);
            advance();
        }
    }

    /** The board interrupts: it has moved a page, or has faults to report. */
    void onInterrupt(Iterable<BoardEndpoint> faults) {
        for (BoardEndpoint endpoint : faults) {
            if (endpoint.residence == Residence.BOARD && (endpoint.isMapped || endpoint == target)) {
                unstaged.add(endpoint);
            } else {
                onWanted(endpoint);
            }
        }
        if (phase == Phase.UNLOADING && victim.residence == Residence.HOST) {
            unloaded();
        } else if (phase == Phase.LOADING && target.residence == Residence.BOARD) {
            enter(Phase.ENDING, settings.hostRemapPs);
        } else {
            advance();
        }
    }

    // ---- work --------------------------------------------------------------------------------------------------

    /** True while it serves a fault: a program of one thread does not run. */
    boolean isBusy() {
        return phase != Phase.IDLE;
    }

    /** How many faults have been served. */
    long served() {
        return served;
    }

    private void enter(Phase next, long costPs) {
        phase = next;
        port.took(costPs);
        port.kernel().move(port.kernel().now() + costPs, this);
    }

    private void advance() {
        if (phase != Phase.IDLE) {
            return;
        }
        staging = !unstaged.isEmpty();
        if (staging) {
            target = first(unstaged);
            enter(Phase.ENDING, settings.hostFaultPs + settings.hostStagePs);
        } else if (!wanted.isEmpty()) {
            long now = port.kernel().now();
            long from = freeFrames > 0 ? now : endOfHold();
            if (from > now) {
                port.kernel().move(from, this);
            } else {
                target = first(wanted);
                enter(Phase.ENTERING, settings.hostFaultPs);
            }
        }
    }

    /** The first moment at which a resident endpoint may leave its frame. */
    private long endOfHold() {
        long end = Long.MAX_VALUE;
        for (BoardEndpoint resident : residents) {
            end = Math.min(end, resident.heldUntilPs);
        }
        return end;
    }

    private static BoardEndpoint first(Set<BoardEndpoint> queue) {
        BoardEndpoint endpoint = queue.iterator().next();
        queue.remove(endpoint);
        return endpoint;
    }

    @Override
    protected void fire() {
        switch (phase) {
            case IDLE -> advance();
            case ENTERING -> entered();
            case REMAPPING -> load();
            case ENDING -> end();
            default -> throw new IllegalStateException(this + " by an event");
        }
    }

    private void entered() {
        if (target.hasEnded()) {
            idle();
        } else if (freeFrames > 0) {
            freeFrames--;
            load();
        } else {
            victim = choose();
            residents.remove(victim);
            unstaged.remove(victim);
            victim.isMapped = false;
            victim.isReported = false;
            phase = Phase.UNLOADING;
            port.command(new PageMove(victim, true));
        }
    }

    /** Chooses the endpoint that leaves: see above. */
    private BoardEndpoint choose() {
        BoardEndpoint first = null;
        for (BoardEndpoint resident : residents) {
            if (resident.heldUntilPs <= port.kernel().now()) {
                if (port.isSettled(resident)) {
                    return resident;
                }
                first = first == null ? resident : first;
            }
        }
        return first;
    }

    private void unloaded() {
        victim.isStaged = false;
        if (victim.hasToSend()) {
            wanted.add(victim);
        }
        victim = null;
        enter(Phase.REMAPPING, settings.hostRemapPs);
    }

    private void load() {
        phase = Phase.LOADING;
        target.residence = Residence.LOADING;
        port.command(new PageMove(target, false));
    }

    private void end() {
        if (staging) {
            target.isStaged = true;
        } else if (target.hasEnded()) {
            target.residence = Residence.HOST;
            freeFrames++;
        } else {
            mapped(target);
            long hold = settings.holdQuanta * settings.quantumPs;
            target.heldUntilPs = port.kernel().now() + hold + random.nextLong(hold);
        }
        target.isReported = unstaged.contains(target);
        if (target.isMapped && target.hasToSend()) {
            port.ring(target);
        }
        idle();
    }

    private void idle() {
        phase = Phase.IDLE;
        port.resume(target);
        target = null;
        served++;
        port.freed();
        port.wake();
        advance();
    }

    /** True if no fault waits or is served. */
    boolean isIdle() {
        return phase == Phase.IDLE && wanted.isEmpty() && unstaged.isEmpty();
    }

    @Override
    public String toString() {
        return "segment driver: " + phase + (target == null ? "" : " for " + target) + ", "
                + (wanted.size() + unstaged.size()) + " faults wait, " + served + " served";
    }
}
