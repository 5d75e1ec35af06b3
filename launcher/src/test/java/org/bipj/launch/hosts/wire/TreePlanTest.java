package org.bipj.launch.hosts.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TreePlanTest {
    private static TreePlan plan(int fanout, int hosts) {
        List<TreePlan.Place> places = IntStream.range(0, hosts)
                .mapToObj(hostIndex -> new TreePlan.Place(hostIndex, "h" + hostIndex, true))
                .toList();
        return new TreePlan(
                ControlFrame.ALL, fanout, 30, List.of("ssh"), List.of("java", "-cp", "jars", "Main"), places);
    }

    /** Starts all supervisors of a plan as they would do it, and notes how many steps each is away from mpirun. */
    private static void start(TreePlan plan, int depth, Map<Integer, Integer> depths, List<Integer> children) {
        List<List<TreePlan.Place>> branches = plan.branches();
        children.add(branches.size());
        for (List<TreePlan.Place> branch : branches) {
            // As it travels.
            TreePlan below = TreePlan.of(plan.of(branch).frame());
            assertFalse(depths.containsKey(below.hostIndex()));
            depths.put(below.hostIndex(), depth);
            start(below, depth + 1, depths, children);
        }
    }

    @ParameterizedTest
    @CsvSource({"32, 1, 1", "32, 32, 1", "32, 33, 2", "32, 1000, 2", "2, 8, 3", "1, 5, 5"})
    void eachHostIsStartedOnceAndNotFarFromMpirun(int fanout, int hosts, int depth) {
        Map<Integer, Integer> depths = new HashMap<>();
        List<Integer> children = new ArrayList<>();
        start(plan(fanout, hosts), 1, depths, children);
        assertEquals(hosts, depths.size());
        assertEquals(depth, depths.values().stream().max(Integer::compare).orElseThrow());
        assertTrue(children.stream().allMatch(count -> count <= fanout));
    }

    @Test
    void onlyMpirunStartsASupervisorWithoutTheAgent() {
        TreePlan plan = plan(1, 2);
        assertTrue(plan.branches().getFirst().getFirst().direct());
        TreePlan below = plan.of(plan.branches().getFirst());
        assertFalse(below.below().getFirst().direct());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "/usr/bin/java | /usr/bin/java",
                "-Da=b:c | -Da=b:c",
                "two words | 'two words'",
                "it's | 'it'\\''s'",
                "$HOME | '$HOME'",
            })
    void wordsThatNeedItAreInQuotes(String word, String quoted) {
        assertEquals(quoted, Branch.quoted(word));
    }
}
