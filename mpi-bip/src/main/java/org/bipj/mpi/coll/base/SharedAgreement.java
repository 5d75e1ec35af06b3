package org.bipj.mpi.coll.base;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.port.CommSharing;
import org.bipj.mpi.coll.port.Turns;
import org.jspecify.annotations.Nullable;

/**
 * Memory that the ranks of one communicator share, made when an operation first needs it: rank 0 makes it, the others open
 * it, and all use it if all could. They agree by messages, once for short turns and once for long ones.
 */
final class SharedAgreement {
    private final CollState state;
    private final @Nullable CommSharing sharing;
    private @Nullable Turns turns;
    private boolean asked;
    private boolean askedForRoom;

    /** For the ranks of one communicator; {@code sharing} is null where they cannot share memory. */
    SharedAgreement(CollState state, @Nullable CommSharing sharing) {
        this.state = state;
        this.sharing = sharing;
    }

    /** Turns for an operation on that many bytes of each rank; null where there are none. All ranks ask alike. */
    @Nullable
    Turns turns(long bytes) {
        if (!asked) {
            asked = true;
            turns = sharing != null && agree(sharing, false) ? sharing.turns() : null;
        }
        if (turns == null || bytes <= turns.shortBytes()) {
            return turns;
        }
        if (sharing != null && !askedForRoom) {
            askedForRoom = true;
            agree(sharing, true);
        }
        return turns.longestBytes() > turns.shortBytes() ? turns : null;
    }

    /** Makes or opens the memory for short turns, or for long ones; true if all ranks could. */
    private boolean agree(CommSharing memory, boolean room) {
        int made = tell(state.rank > 0 ? 0 : room ? memory.makeRoom() : memory.make());
        if (made < 0) {
            return false;
        }
        boolean all = tell(areAll(state.rank == 0 || (room ? memory.openRoom() : memory.open(made))) ? 1 : 0) != 0;
        if (state.rank == 0) {
            memory.seal();
        }
        if (!all && room) {
            memory.closeRoom();
        } else if (!all) {
            memory.close();
        }
        return all;
    }

    /** Broadcasts a number of rank 0, and returns it. */
    private int tell(int number) {
        int[] told = {number};
        Data data = Data.of(told, 0, Integer.BYTES, TypeLayout.BYTE);
        if (state.rank > 0) {
            state.port.receive(data, 0, Tags.SHARING);
        } else {
            for (int rank = 1; rank < state.size; rank++) {
                state.port.send(data, rank, Tags.SHARING);
            }
        }
        return told[0];
    }

    /** On rank 0: whether all ranks passed true. */
    private boolean areAll(boolean own) {
        byte[] answer = {(byte) (own ? 1 : 0)};
        Data data = Data.of(answer, 0, 1, TypeLayout.BYTE);
        if (state.rank > 0) {
            state.port.send(data, 0, Tags.SHARING);
            return own;
        }
        boolean all = own;
        for (int rank = 1; rank < state.size; rank++) {
            state.port.receive(data, rank, Tags.SHARING);
            all &= answer[0] != 0;
        }
        return all;
    }
}
