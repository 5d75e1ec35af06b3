package org.bipj.core.job.family;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class SoftCountsProps {
    @Property
    void theLargestIsThatOfTheSet(
            @ForAll @Size(min = 1, max = 3) List<@IntRange(min = -9, max = 20) Integer> firsts,
            @ForAll @IntRange(min = -9, max = 20) int last,
            @ForAll @IntRange(min = -4, max = 4) int step,
            @ForAll @IntRange(min = 1, max = 25) int most) {
        StringBuilder text = new StringBuilder();
        TreeSet<Integer> all = new TreeSet<>(List.of(0));
        for (int first : firsts) {
            text.append(text.isEmpty() ? "" : ",").append(first).append(':').append(last);
            text.append(step == 0 ? "" : ":" + step);
            int stride = step == 0 ? 1 : step;
            for (int i = first; stride > 0 ? i <= last : i >= last; i += stride) {
                all.add(Math.max(0, i));
            }
        }
        assertEquals(all.floor(most), new SoftCounts(text.toString()).atMost(most), text.toString());
    }

    @Example
    void whatIsNoSetIsRefused() {
        for (String wrong : List.of("", "a", "1:", "1:2:0", "1:2:3:4", "1,,2", "99999999999")) {
            assertThrows(IllegalArgumentException.class, () -> new SoftCounts(wrong), wrong);
        }
    }

    private static SpawnRequest.Program program(int processes, String soft) {
        return new SpawnRequest.Program("p", List.of(), processes, soft.isEmpty() ? Map.of() : Map.of("soft", soft));
    }

    @Example
    void theLastProgramsGetFewer() {
        SpawnRequest request = new SpawnRequest(
                List.of(program(4, "1:4"), program(3, ""), program(6, "2:6:2")), new Connections.Parents("", ""));
        assertEquals(List.of(4, 3, 6), request.fitting(13).counts());
        assertEquals(List.of(4, 3, 4), request.fitting(12).counts());
        assertEquals(List.of(3, 3, 2), request.fitting(8).counts());
        assertEquals(List.of(1, 3, 2), request.fitting(6).counts());
        assertEquals(null, request.fitting(5));
    }
}
