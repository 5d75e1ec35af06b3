package org.bipj.mpi.engine;

import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.SharedTable;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.TypeLayout;

/** The job's table, where the port has one: each rank lays a few bytes on it, and then all see those of all. */
final class JobTable {
    private final NicPort port;
    /** Null where the port has none. */
    private final SharedTable table;

    private final Progress progress;
    private final Data data = new Data();
    private final Payload payload;

    JobTable(NicPort port, Progress progress, Payload payload) {
        this.port = port;
        table = port.table();
        this.progress = progress;
        this.payload = payload;
    }

    /** Most bytes that a rank can lay; 0 where there is no table. */
    int bytes() {
        return table == null ? 0 : table.bytes();
    }

    /** Lays bytes on the table and waits until all ranks of the job have. */
    void lay(Object buffer, long offset, long bytes) {
        progress.enter();
        try {
            describe(buffer, offset, bytes);
            table.publish(payload);
        } finally {
            progress.exit();
        }
        for (int fruitless = 0; !table.isComplete(); ) {
            fruitless = progress.advance(fruitless);
        }
    }

    private void describe(Object buffer, long offset, long bytes) {
        payload.set(data.set(buffer, offset, bytes, TypeLayout.BYTE));
        Arguments.checkFits(payload, data);
    }

    /** Copies this many bytes of what each rank has laid, in the order of ranks. */
    void pick(Object buffer, long bytes) {
        progress.enter();
        try {
            long all = bytes * port.size();
            describe(buffer, 0, all);
            table.gather(payload, bytes);
        } finally {
            progress.exit();
        }
    }
}
