package org.bipj.launch.hosts.supervisor;

import java.util.HashMap;
import java.util.Map;
import org.bipj.core.job.family.SpawnAnswer;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.hosts.wire.Unpacker;
import org.bipj.shm.ShmSession;
import org.bipj.shm.link.SpawnDesk;

/** Passes requests of this host's ranks for more processes on to mpirun, and its answers back. */
final class SpawnRelay {
    private final ShmSession session;
    private final JobLink up;
    /** Those that have no answer yet, by number. Guarded by this. */
    private final Map<Long, SpawnDesk.Taken> waiting = new HashMap<>();

    /** How many have been taken; of the thread that looks. */
    private int taken;

    SpawnRelay(ShmSession session, JobLink up) {
        this.session = session;
        this.up = up;
    }

    /** Passes on what ranks have left on the desk. */
    void look() {
        if (session.board().asked() == taken) {
            return;
        }
        for (SpawnDesk.Taken request : session.desk().take()) {
            long number = taken++;
            synchronized (this) {
                waiting.put(number, request);
            }
            byte[] bytes = request.request().bytes();
            up.send(FrameKind.SPAWN, new Packer().number(number).data(bytes, 0, bytes.length));
        }
    }

    /** Mpirun answers a request. */
    void answer(Unpacker from) {
        SpawnDesk.Taken request;
        synchronized (this) {
            request = waiting.remove(from.number());
        }
        if (request != null) {
            request.answer(SpawnAnswer.parse(from.text()));
        }
    }
}
