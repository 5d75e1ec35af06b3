package org.bipj.shm.link;

import java.util.List;
import java.util.Objects;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.SpawnAnswer;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.shm.board.Board;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.Store;

/**
 * Requests of ranks to their launcher for more processes: each is memory of the session, {@code spawn-R-N}, and the board counts them.
 * The launcher takes the name away, and writes its answer into the memory.
 */
public final class SpawnDesk {
    private static final String PREFIX = "spawn-";
    /** Room for an answer, whose failure may be a stack trace. */
    private static final int LEAST_BYTES = 16 << 10;

    private final Store store;
    private final Board board;
    private int made;

    /** The desk of a job. */
    public SpawnDesk(Store store, Board board) {
        this.store = store;
        this.board = board;
    }

    /** Leaves a request of a rank. */
    public Connections.Asked ask(int rank, SpawnRequest request) {
        byte[] bytes = request.bytes();
        Mapping memory =
                store.create(PREFIX + rank + "-" + made++, Mailbox.HEADER + Math.max(bytes.length, LEAST_BYTES));
        Mailbox box = new Mailbox(memory.memory());
        box.write(bytes, Mailbox.POSTED);
        board.ask();
        return () -> {
            if (box.state() != Mailbox.ANSWERED) {
                return null;
            }
            SpawnAnswer answer = SpawnAnswer.parse(box.text());
            memory.close();
            return answer;
        };
    }

    /** A request that the launcher has taken. */
    public static final class Taken {
        private final SpawnRequest request;
        private final Mapping memory;

        private Taken(SpawnRequest request, Mapping memory) {
            this.request = request;
            this.memory = memory;
        }

        /** What is wanted. */
        public SpawnRequest request() {
            return request;
        }

        /** Answers it. */
        public void answer(SpawnAnswer answer) {
            String text = answer.toString();
            Mailbox box = new Mailbox(memory.memory());
            box.write(
                    text.length() * 3 > box.capacity() ? text.substring(0, (int) box.capacity() / 3) : text,
                    Mailbox.ANSWERED);
            memory.close();
        }
    }

    /** For the launcher: takes the requests that ranks have left. One that a rank is still writing is counted later. */
    public List<Taken> take() {
        return store.names(PREFIX).stream()
                .map(this::take)
                .filter(Objects::nonNull)
                .toList();
    }

    private Taken take(String name) {
        Mapping memory = store.open(name);
        Mailbox box = new Mailbox(memory.memory());
        if (memory.memory().byteSize() < LEAST_BYTES || box.state() != Mailbox.POSTED) {
            memory.close();
            return null;
        }
        store.remove(name);
        return new Taken(SpawnRequest.of(box.bytes()), memory);
    }
}
