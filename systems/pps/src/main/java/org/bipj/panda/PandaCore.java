package org.bipj.panda;

import org.bipj.core.nic.HostWork;
import org.bipj.lci.Lci;

/** What the parts of Panda share on one rank: LCI, what their work costs in virtual time, errors. It knows none of them. */
final class PandaCore {
    private final Lci lci;
    private final boolean multithreaded;
    private final HostWork sendWork;
    private final HostWork receiveWork;
    private final HostWork broadcastWork;

    PandaCore(Lci lci, boolean multithreaded) {
        this.lci = lci;
        this.multithreaded = multithreaded;
        sendWork = multithreaded ? HostWork.PANDA_MT_SEND : HostWork.PANDA_ST_SEND;
        receiveWork = multithreaded ? HostWork.PANDA_MT_RECEIVE : HostWork.PANDA_ST_RECEIVE;
        broadcastWork = multithreaded ? HostWork.PANDA_MT_BROADCAST : HostWork.PANDA_ST_BROADCAST;
    }

    Lci lci() {
        return lci;
    }

    int rank() {
        return lci.rank();
    }

    boolean isMultithreaded() {
        return multithreaded;
    }

    boolean isInUpcall() {
        lci.lock();
        try {
            return lci.isInUpcall();
        } finally {
            lci.unlock();
        }
    }

    void chargeSend(boolean broadcast) {
        lci.hostTime().charge(sendWork);
        if (broadcast) {
            lci.hostTime().charge(broadcastWork);
        }
    }

    void chargeReceive() {
        lci.hostTime().charge(receiveWork);
    }

    // ---- errors ------------------------------------------------------------------------------------------------

    PandaException fail(String message) {
        return new PandaException(rank(), message);
    }

    void checkRank(int rank, String what) {
        if (rank < 0 || rank >= lci.size()) {
            throw fail(what + " " + rank + "; expected 0 to " + (lci.size() - 1));
        }
    }

    /** Has the call in which upcalls run throw what a receiver has thrown. Its packet may have to be kept nevertheless. */
    void report(Throwable thrown) {
        lci.defer(() -> PandaCore.<RuntimeException, Boolean>rethrow(thrown));
    }

    @SuppressWarnings("unchecked")
    static <E extends Throwable, R> R rethrow(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
