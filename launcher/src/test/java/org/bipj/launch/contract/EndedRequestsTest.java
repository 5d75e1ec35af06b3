package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Memory, files, threads and mappings are what they were after many requests of each kind: {@link EndedRequests}. {@link SessionsTest} runs
 * some of them in a job of its own.
 */
@Timeout(600)
class EndedRequestsTest {
    @Tag("deep")
    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "sim"})
    void twentyThousandOfEachKindLeaveNothingBehind(String mode) {
        TestJob.Ended ended = new TestJob()
                .with("-n", "2", "--mode", mode, "--timeout", "500")
                .start(EndedRequests.class, "20000")
                .await(550);
        assertEquals(0, ended.code(), ended::all);
        assertEquals(2, ended.out().lines().filter("right"::equals).count(), ended::all);
    }
}
