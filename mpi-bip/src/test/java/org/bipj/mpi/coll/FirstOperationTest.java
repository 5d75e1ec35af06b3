package org.bipj.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.bipj.core.payload.Data;
import org.junit.jupiter.api.Test;

/** In a communicator's first operation its ranks agree on their tuning. */
class FirstOperationTest {
    /** A rank whose first receive is refused, as the call of a wrong thread is in virtual time. */
    private static final class RefusedOnce extends Mirror {
        private boolean refused;

        RefusedOnce() {
            super(1, 3);
        }

        @Override
        public void receive(Data data, int source, int tag) {
            if (!refused) {
                refused = true;
                throw new IllegalStateException("refused");
            }
            super.receive(data, source, tag);
        }
    }

    @Test
    void whatHasFailedIsTriedAgain() {
        RefusedOnce port = new RefusedOnce();
        assertThrows(IllegalStateException.class, () -> Collectives.barrier(port));
        assertEquals(0, port.messages());
        Collectives.barrier(port);
        int both = port.messages();
        Collectives.barrier(port);
        assertEquals(1, both - (port.messages() - both), "messages of the agreement, beside those of a barrier");
    }
}
