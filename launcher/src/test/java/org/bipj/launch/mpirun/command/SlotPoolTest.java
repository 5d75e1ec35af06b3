package org.bipj.launch.mpirun.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.LaunchException;
import org.junit.jupiter.api.Test;

/** Hosts whose names are addresses that are nobody's: looking for a name could take long. */
class SlotPoolTest {
    private static final String A = "198.18.0.1";
    private static final String B = "198.18.0.2";
    private static final String C = "198.18.0.3";

    private static SlotPool pool(String... options) {
        List<String> words = new java.util.ArrayList<>(List.of(options));
        words.add("java");
        return new SlotPool(OptionParser.parse(words), Cores.OF_PROCESS);
    }

    private static SpawnRequest.Program program(int processes, String... info) {
        Map<String, String> hints = new java.util.TreeMap<>();
        for (int i = 0; i < info.length; i += 2) {
            hints.put(info[i], info[i + 1]);
        }
        return new SpawnRequest.Program("worker", List.of(), processes, hints);
    }

    private static SpawnRequest request(SpawnRequest.Program... programs) {
        return new SpawnRequest(Arrays.asList(programs), new Connections.Parents("x 0-0", "spawn-1"));
    }

    private static String text(HostPlan plan) {
        return plan.hosts().stream().map(host -> host.name() + host.ranks()).collect(Collectors.joining(" "));
    }

    private static String place(SlotPool pool, SpawnRequest.Program... programs) {
        return text(pool.place(request(programs)).plan());
    }

    private static String refusal(SlotPool pool, SpawnRequest.Program program) {
        return assertThrows(LaunchException.class, () -> pool.place(request(program)))
                .getMessage();
    }

    @Test
    void freeSlotsAreFilledFromTheFirstHostOn() {
        SlotPool pool = pool("-n", "1", "--host", A + ":2," + B + ":3");
        assertEquals(5, pool.slots());
        assertEquals(A + "[0] " + B + "[1]", place(pool, program(2)));
        assertEquals(B + "[0, 1]", place(pool, program(2)));
        assertTrue(refusal(pool, program(1)).contains("room for 0 on " + A + ", " + B), "no slot is left");
    }

    @Test
    void slotsOfJobsThatHaveEndedAreFree() {
        SlotPool pool = pool("-n", "2", "--host", A + ":2," + B + ":2");
        HostPlan plan = pool.place(request(program(2))).plan();
        assertNull(pool.placeAll(request(program(1))));
        pool.release(plan);
        assertEquals(B + "[0, 1]", place(pool, program(2)));
    }

    @Test
    void hintsNameHosts() {
        SlotPool pool = pool("-n", "1", "--host", A + ":4," + B + ":4");
        assertEquals(A + "[1, 2] " + B + "[0]", place(pool, program(1, "host", B), program(2, "host", A)));
        assertTrue(refusal(pool, program(2, "host", B + ":1")).contains("room for 1 on " + B));
        assertTrue(refusal(pool, program(1, "host", C)).contains("names " + C + "; expected hosts of this mpirun"));
        assertEquals(C + "[0, 1]", place(pool, program(2, "add-host", C + ":2")));
        assertEquals(10, pool.slots());
        assertTrue(refusal(pool, program(1, "host", C)).contains("room for 0"), "the new host has two");
    }

    @Test
    void fewerProcessesOrMoreThanSlotsMayBeAllowed() {
        SlotPool pool = pool("-n", "1", "--host", A + ":2," + B + ":2");
        SlotPool.Placed some = pool.place(request(program(10, "soft", "2:10:2")));
        assertEquals(List.of(2), some.request().counts());
        SlotPool over = pool("-n", "2", "--oversubscribe", "--host", A + "," + B);
        assertEquals(A + "[0, 1] " + B + "[2]", place(over, program(3)));
    }

    @Test
    void hostsThatCannotBeUsedGetProcessesByNameOnly() {
        SlotPool pool = pool("-n", "1", "--host", A + ":2," + B + ":3");
        pool.leaveOut(B::equals);
        assertEquals(A + "[0]", place(pool, program(1)));
        assertTrue(refusal(pool, program(1)).contains("room for 0 on " + A + ";"), "the other host cannot be used");
        assertEquals(B + "[0]", place(pool, program(1, "host", B)));
    }

    @Test
    void thisHostAloneHasNoLimit() {
        SlotPool pool = pool("-n", "1");
        assertEquals(0, pool.slots());
        HostPlan plan = pool.place(request(program(100))).plan();
        assertTrue(plan.isHere());
        assertEquals(1, plan.hosts().size());
        assertEquals(C + "[0]", place(pool, program(1, "add-host", C)));
        assertTrue(pool.slots() > 1, "this host's cores and the new one");
    }
}
