package org.bipj.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bipj.core.runtime.Client;
import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.hosts.wire.Unpacker;
import org.bipj.launch.mpirun.job.OutOfStep;
import org.bipj.shm.board.Board;
import org.junit.jupiter.api.Test;

class RemoteBoardTest {
    private final RemoteBoard board = new RemoteBoard(3);

    private static Unpacker report(int state, long opened) {
        Packer fields = new Packer().number(state).number(opened).number(4711).number(0);
        return ControlFrame.of(FrameKind.STATE, 0, fields.flag(true).flag(false).text(""))
                .fields();
    }

    @Test
    void ranksOfOtherHostsSayWhatTheyHaveOpened() {
        assertEquals(Board.ABSENT, board.state(1));
        board.take(1, report(Board.FINISHED, Client.LCI.ordinal()));
        assertEquals(Board.FINISHED, board.state(1));
        assertEquals(4711, board.pid(1));
        assertTrue(board.isDormant(1));
        assertEquals("exited with code 0 without opening LCI, which rank 1 has opened", OutOfStep.reason(board));
    }

    @Test
    void aClientThatIsNoneIsRefused() {
        for (long wrong : new long[] {-1, Client.SESSION + 1, Long.MAX_VALUE}) {
            Unpacker from = report(Board.STARTED, wrong);
            assertThrows(Unpacker.DamagedFrame.class, () -> board.take(0, from));
        }
    }
}
