package org.bipj.launch.hosts.supervisor;

import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.bipj.core.nic.PortException;
import org.bipj.core.report.Waiter;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.hosts.wire.Unpacker;
import org.bipj.shm.ShmSession;
import org.bipj.shm.waiting.Stacks;

/**
 * What the ranks of this host answer to mpirun's question: what they wait for, or their stacks.
 *
 * @param ranks the ranks in the world, by number on the host
 * @param lives true for a rank, by its number on the host, whose process lives
 */
record Answer(ShmSession session, List<Integer> ranks, IntPredicate lives, JobLink up) {
    /** Asks the ranks in the background, and sends what they answer. */
    void start(Unpacker question) {
        long number = question.number();
        boolean stacks = question.flag();
        int patienceMillis = question.number(Integer.MAX_VALUE);
        Thread.ofPlatform().daemon().name("answer").start(() -> {
            Packer answer = new Packer().number(number);
            try {
                up.send(FrameKind.ANSWER, stacks ? stacks(answer, patienceMillis) : waiters(answer, patienceMillis));
            } catch (PortException | InternalError e) {
                // The board is damaged or gone: mpirun continues without an answer.
                up.send(FrameKind.SAY, new Packer().text("cannot ask the ranks: " + e.getMessage()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private Packer waiters(Packer to, long patienceMillis) throws InterruptedException {
        Map<Integer, Waiter> waiters = session.questions().waiters(patienceMillis);
        return to.list(waiters.entrySet(), (each, one) -> {
                    Waiter waiter = one.getValue();
                    each.number(ranks.get(one.getKey()))
                            .text(waiter.call())
                            .text(waiter.waitsFor())
                            .text(waiter.place());
                    each.number(Double.doubleToLongBits(waiter.since()));
                })
                .flag(session.memory().board().isLinked());
    }

    private Packer stacks(Packer to, long patienceMillis) throws InterruptedException {
        Map<Integer, Stacks> stacks = session.questions().stacks(lives, patienceMillis);
        return to.list(
                stacks.entrySet(),
                (each, one) -> each.number(ranks.get(one.getKey()))
                        .text(one.getValue().call())
                        .text(one.getValue().place())
                        .text(one.getValue().all()));
    }
}
