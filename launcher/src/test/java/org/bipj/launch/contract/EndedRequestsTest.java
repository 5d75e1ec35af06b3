package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory, files, threads and mappings are what they were after many requests of each kind: {@link EndedRequests}. */
@Timeout(600)
class EndedRequestsTest {
    private static final List<String> KINDS =
            List.of("partitioned", "generalized", "flush", "status", "file", "groups");

    private static String[] each(int number) {
        List<String> words = new ArrayList<>();
        KINDS.forEach(kind -> words.addAll(List.of(kind, Integer.toString(number))));
        return words.toArray(String[]::new);
    }

    @Test
    void someOfEachKindLeaveNothingBehind() {
        leaveNothingBehind("thread", 500);
    }

    @Tag("deep")
    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "sim"})
    void twentyThousandOfEachKindLeaveNothingBehind(String mode) {
        leaveNothingBehind(mode, 20_000);
    }

    private static void leaveNothingBehind(String mode, int number) {
        TestJob.Ended ended = new TestJob()
                .with("-n", "2", "--mode", mode, "--timeout", "500")
                .start(EndedRequests.class, each(number))
                .await(550);
        assertEquals(0, ended.code(), ended::all);
        assertEquals(2, ended.out().lines().filter("right"::equals).count(), ended::all);
    }
}
