package org.bipj.crl.protocol;

/**
 * The home's copy of a region, and its directory. The home serves one request at a time, first come, first served, its own
 * rank's among them. It invalidates or downgrades the copies that are in the way, waits for their acknowledgements, and grants
 * the request.
 *
 * <pre>
 *   copies elsewhere        home's data   a read needs          a write needs
 *   none                    valid         -                     -
 *   shared, by sharers      valid         -                     RELEASED of each sharer but the requester
 *   exclusive, by an owner  stale         DOWNGRADED of owner   RETURNED of owner
 * </pre>
 *
 * <p>A rank may release its copy just before it is asked to. Then it has none when the request arrives, and does not answer. So
 * a release that arrives while a request is served counts as the answer.
 */
public final class HomeCopy extends Copy {
    private final int self;
    private final Requests requests;

    /** The rank with the exclusive copy, or {@link #NONE}. */
    private int owner = NONE;
    /** The ranks with shared copies; null: there were none yet. */
    private RankSet sharers;

    /** The queue of requests that wait: first and last rank. */
    private int head = NONE;

    private int tail = NONE;
    /** The rank whose request waits for answers. */
    private int served = NONE;
    /** How many answers the served request still waits for. */
    private int missing;

    /**
     * A copy without others.
     *
     * @param self the home's rank
     * @param requests of this home, the same for all its regions
     */
    public HomeCopy(Outlet outlet, Object region, int self, Requests requests) {
        super(outlet, region);
        this.self = self;
        this.requests = requests;
    }

    private boolean isShared() {
        return sharers != null && sharers.size() > 0;
    }

    private boolean isSharer(int rank) {
        return sharers != null && sharers.contains(rank);
    }

    @Override
    public boolean startRead() {
        checkIdle();
        if (served == NONE && owner == NONE) {
            section(Section.READ);
        } else {
            request(self, false);
        }
        return section() != Section.NONE;
    }

    @Override
    public boolean startWrite() {
        checkIdle();
        if (served == NONE && owner == NONE && !isShared()) {
            section(Section.WRITE);
        } else {
            request(self, true);
        }
        return section() != Section.NONE;
    }

    @Override
    public void end() {
        section(Section.NONE);
        advance();
    }

    @Override
    public void flush() {
        checkIdle();
    }

    @Override
    public void onMessage(int from, ProtocolMessage message) {
        switch (message) {
            case READ -> request(from, false);
            case WRITE -> request(from, true);
            case RELEASED -> {
                if (sharers == null || !sharers.remove(from)) {
                    throw unexpected(from, message);
                }
                answered();
            }
            case RETURNED -> {
                disown(from, message);
                answered();
            }
            case DOWNGRADED -> {
                disown(from, message);
                share(from);
                answered();
            }
            default -> throw unexpected(from, message);
        }
    }

    private void disown(int from, ProtocolMessage message) {
        if (owner != from) {
            throw unexpected(from, message);
        }
        owner = NONE;
    }

    private void share(int rank) {
        if (sharers == null) {
            sharers = new RankSet(requests.ranks());
        }
        sharers.add(rank);
    }

    private void request(int rank, boolean write) {
        requests.note(rank, write);
        if (head == NONE) {
            head = rank;
        } else {
            requests.link(rank, tail);
        }
        tail = rank;
        advance();
    }

    private void answered() {
        if (served != NONE && --missing == 0) {
            int rank = served;
            served = NONE;
            grant(rank);
        }
        advance();
    }

    /** Serves requests until one has to wait. */
    private void advance() {
        while (served == NONE && head != NONE && !isInTheWay(requests.isWrite(head))) {
            int rank = head;
            head = requests.next(rank);
            serve(rank, requests.isWrite(rank));
        }
    }

    /** True if the home's own section has to end first. */
    private boolean isInTheWay(boolean write) {
        return section() == Section.WRITE || section() == Section.READ && write;
    }

    private void serve(int rank, boolean write) {
        int asked = 0;
        if (owner != NONE) {
            send(owner, write ? ProtocolMessage.INVALIDATE : ProtocolMessage.DOWNGRADE);
            asked = 1;
        } else if (write && sharers != null) {
            for (int sharer = sharers.next(0); sharer != NONE; sharer = sharers.next(sharer + 1)) {
                if (sharer != rank) {
                    send(sharer, ProtocolMessage.INVALIDATE);
                    asked++;
                }
            }
        }
        if (asked == 0) {
            grant(rank);
        } else {
            served = rank;
            missing = asked;
        }
    }

    private void grant(int rank) {
        boolean write = requests.isWrite(rank);
        if (rank == self) {
            section(write ? Section.WRITE : Section.READ);
        } else if (!write) {
            share(rank);
            send(rank, ProtocolMessage.SHARED);
        } else {
            boolean hasData = isSharer(rank) && sharers.remove(rank);
            owner = rank;
            send(rank, hasData ? ProtocolMessage.UPGRADED : ProtocolMessage.EXCLUSIVE);
        }
    }

    /** True if no rank but the home has a copy, and none waits for one. */
    public boolean isAlone() {
        return owner == NONE && !isShared() && served == NONE && head == NONE;
    }

    /** The rank whose answer or section the first request waits for; this one if that is the home. */
    public int waitsFor() {
        return owner != NONE ? owner : isShared() ? sharers.next(0) : self;
    }

    @Override
    public String toString() {
        return "home in section " + section() + ", owner " + owner + ", " + (sharers == null ? 0 : sharers.size())
                + " sharers, serving " + served + ", " + missing + " answers missing";
    }
}
