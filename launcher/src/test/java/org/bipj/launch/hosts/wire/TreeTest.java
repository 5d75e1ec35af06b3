package org.bipj.launch.hosts.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TreeTest {
    private final List<Process> agents = new ArrayList<>();
    private final Thread closer = new Thread(() -> tree().close(0));
    private Tree tree;

    /** As when mpirun is ended by a signal: the agent would stay for ever, since nobody else knows of it. */
    @Test
    @Timeout(60)
    void anAgentThatStartsWhileTheTreeIsClosedEndsAndNoFurtherOneStarts() throws InterruptedException {
        List<TreePlan.Place> hosts = List.of(new TreePlan.Place(0, "a", false), new TreePlan.Place(1, "b", false));
        tree = new Tree(
                new TreePlan(ControlFrame.ALL, 2, 30, List.of("agent"), List.of("supervisor"), hosts),
                new Silent(),
                words -> {
                    Process agent = new ProcessBuilder("sleep", "100").start();
                    agents.add(agent);
                    closeMeanwhile();
                    return agent;
                });
        tree.start(pid -> {});
        closer.join();
        agents.getFirst().waitFor();
        assertFalse(agents.getFirst().isAlive());
        assertEquals(1, agents.size(), "agents");
    }

    /** It ends as soon as the link does, by which its input ends, too: that is no reason. */
    @ParameterizedTest
    @ValueSource(strings = {"read line", "cat >/dev/null", "exec sh"})
    void anAgentThatWaitsForInputIsGivenUpForThat(String waits) throws InterruptedException {
        Silent listener = new Silent();
        Tree.Starter starter = words -> new ProcessBuilder("sh", "-c", waits).start();
        List<TreePlan.Place> host = List.of(new TreePlan.Place(0, "a", false));
        tree = new Tree(
                new TreePlan(ControlFrame.ALL, 2, 30, List.of("agent"), List.of("supervisor"), host),
                listener,
                starter,
                1);
        tree.start(pid -> {});
        assertEquals(
                "its supervisor has not answered for 1 s: does the profile of the shell there wait for input?",
                listener.reasons.poll(60, TimeUnit.SECONDS));
        tree.close(0);
    }

    private Tree tree() {
        return tree;
    }

    private void closeMeanwhile() {
        closer.start();
        while (closer.isAlive() && !waitsForThisThread()) {
            Thread.onSpinWait();
        }
    }

    private boolean waitsForThisThread() {
        ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(closer.threadId());
        return info != null && info.getLockOwnerId() == Thread.currentThread().threadId();
    }

    private static final class Silent implements Tree.Listener {
        private final BlockingQueue<String> reasons = new LinkedBlockingQueue<>();

        @Override
        public void arrived(ControlFrame frame) {}

        @Override
        public void lost(List<Integer> hostIndices, String reason) {
            reasons.add(reason);
        }

        @Override
        public void said(int hostIndex, String line) {}
    }
}
