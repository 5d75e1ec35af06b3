package org.bipj.core.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.bipj.core.job.Job;
import org.bipj.testkit.DelegatingJob;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.TestJob;
import org.junit.jupiter.api.Test;

class RankRuntimeTest {
    private final List<String> reported = new ArrayList<>();

    private final Job job = new DelegatingJob(new TestJob(new LoopFabric(new LoopOptions().ranks(1)), 0)) {
        @Override
        public void started(int client) {
            reported.add("started " + Client.values()[client]);
        }

        @Override
        public void finished() {
            reported.add("finished");
        }
    };

    private RankRuntime join(Client client) {
        return RankRuntime.join(job, client, Threads.AS_OTHERS);
    }

    /** Split-C stands on Active Messages, which is initialised first. */
    @Test
    void theJobLearnsWhatTheProgramHasOpened() {
        join(Client.SPLIT_C);
        RankRuntime runtime = join(Client.ACTIVE_MESSAGES);
        runtime.started();
        runtime.started();
        assertEquals(List.of("started Split-C"), reported);
    }

    @Test
    void whatIsStillOpenIsReportedInTheOrderInWhichItWasOpened() {
        RankRuntime runtime = join(Client.LCI);
        runtime.started();
        join(Client.SPLIT_C);
        join(Client.BIP);
        runtime.leave(Client.SPLIT_C);
        runtime.leave(Client.LCI);
        runtime.leave(Client.BIP);
        assertEquals(List.of("started LCI", "started BIP", "finished"), reported);
    }

    @Test
    void aClientThatFailsToInitialiseIsNotReported() {
        RankRuntime runtime = join(Client.SSAM);
        join(Client.BIP);
        runtime.leave(Client.SSAM);
        runtime.started();
        assertEquals(List.of("started BIP"), reported);
    }
}
