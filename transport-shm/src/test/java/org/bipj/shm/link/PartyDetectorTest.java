package org.bipj.shm.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardFile;
import org.bipj.shm.board.JobMemory;
import org.bipj.shm.memory.LocalStore;
import org.bipj.shm.memory.Store;
import org.junit.jupiter.api.Test;

/** Jobs of one launcher that are connected with each other, or are not, and whose ranks wait for ever. */
class PartyDetectorTest {
    private static final int RANKS = 2;

    private final PartyDetector detector = new PartyDetector(0);

    /** A job whose ranks have initialised the library. */
    private static final class Job {
        final String address;
        final Store store = new LocalStore();
        final Board board;
        final JobLinks links = new JobLinks(store, 0);
        final List<String> attached = new ArrayList<>();

        Job(String address) {
            this.address = address;
            board = Board.make(store.create(BoardFile.NAME, Board.bytes(RANKS)).memory(), RANKS, 1);
            for (int rank = 0; rank < RANKS; rank++) {
                board.setState(rank, Board.STARTED);
            }
        }

        void attach(String other) {
            attached.add(other);
            links.say(attached);
            board.attach(1);
        }

        void detach(String other) {
            attached.remove(other);
            links.say(attached);
            board.attach(-1);
        }

        void answers(long mark) {
            for (int rank = 0; rank < RANKS; rank++) {
                board.answer(rank, board.round(), mark, 0, true);
            }
        }
    }

    private final Job parents = new Job("parents");
    private final Job children = new Job("children");

    PartyDetectorTest() {
        detector.add(parents.address, new JobMemory(parents.store, parents.board));
        detector.add(children.address, new JobMemory(children.store, children.board));
    }

    private boolean look(Job job) {
        return detector.look(job.address, 1);
    }

    /** Rounds until there is a verdict about this job; negative: there is none. */
    private int rounds(Job... answering) {
        for (int round = 0; round < 10; round++) {
            for (Job job : answering) {
                job.answers(7);
            }
            if (look(parents) | look(children)) {
                return round;
            }
        }
        return -1;
    }

    private void connect() {
        parents.attach(children.address);
        children.attach(parents.address);
    }

    @Test
    void jobsThatAreNotConnectedAreJudgedAlone() {
        assertTrue(rounds(children) >= 3, "although the parents compute");
        assertEquals(Set.of(children.address), detector.party(children.address));
    }

    @Test
    void connectedJobsAreJudgedTogether() {
        connect();
        assertEquals(-1, rounds(parents), "the children compute");
        assertEquals(-1, rounds(children), "the parents compute");
        assertTrue(rounds(parents, children) >= 1);
        assertEquals(Set.of(parents.address, children.address), detector.party(children.address));
    }

    /** Each round has another mark of the children. */
    @Test
    void aRankThatMovesInOneJobIsNoDeadlockOfTheOther() {
        connect();
        for (int round = 0; round < 20; round++) {
            parents.answers(7);
            children.answers(round);
            assertFalse(look(parents) | look(children));
        }
    }

    /** Only the parents know of it so far. */
    @Test
    void aConnectionInOneDirectionConnects() {
        parents.attach(children.address);
        assertEquals(-1, rounds(parents));
        assertEquals(-1, rounds(children));
        assertTrue(rounds(parents, children) >= 1);
    }

    @Test
    void roundsBeforeAConnectionDoNotCount() {
        for (int round = 0; round < 3; round++) {
            parents.answers(7);
            children.answers(round);
            assertFalse(look(parents) | look(children));
        }
        connect();
        parents.answers(7);
        children.answers(7);
        assertFalse(look(parents) | look(children), "another party");
        assertTrue(rounds(parents, children) >= 2, "three rounds more");
    }

    @Test
    void aJobThatHasDisconnectedIsJudgedAlone() {
        connect();
        assertEquals(-1, rounds(children));
        parents.detach(children.address);
        children.detach(parents.address);
        assertTrue(rounds(children) >= 3);
    }

    @Test
    void whoWaitsForAJobThatMayNeverComeIsNoPartOfADeadlock() {
        connect();
        children.board.await(1);
        assertEquals(-1, rounds(parents, children));
        children.board.await(-1);
        assertTrue(rounds(parents, children) >= 1);
    }

    @Test
    void ofJobsOfOtherLaunchersNothingIsKnown() {
        connect();
        children.attach("shm:/dev/shm/bipj-of-another");
        assertEquals(-1, rounds(parents, children));
        children.detach("shm:/dev/shm/bipj-of-another");
        assertTrue(rounds(parents, children) >= 1);
    }

    @Test
    void aJobThatIsOverIsNoPartOfAParty() {
        connect();
        detector.remove(children.address);
        assertFalse(look(children));
        assertEquals(-1, rounds(parents), "it is still attached");
        parents.detach(children.address);
        assertTrue(rounds(parents) >= 1);
    }

    /** There is no room for all of the addresses: some other job may be connected. */
    @Test
    void tooManyConnectionsToNameAreNone() {
        for (int i = 0; i < 1000; i++) {
            parents.attach(children.address);
        }
        assertEquals(-1, rounds(parents, children));
    }
}
