package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmBulkContract;
import org.bipj.am2.AmContract;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * The suite of Active Messages II on boards that run Generic Active Messages: what these can serve passes, and the rest is
 * refused.
 */
class GamBoardsTest {
    private static final SimOptions GAM_BOARDS = new SimOptions("now100", 1, "", "", List.of("nic.firmware=gam"));

    /** Tests of the suite that use one endpoint for each rank, no tag and no returned message, and the others of GAM's limits. */
    private static final Set<String> SERVED = Set.of(
            "aMessageSaysWhereItComesFrom",
            "aPollThrowsWhateverAHandlerHasThrown",
            "aRequestIsAnsweredByItsHandler",
            "anExceptionDuringABulkRequestLeavesTheNextOnePossible",
            "anExceptionOfAHandlerIsThrownByThePollAndItsRequestIsAnswered",
            "callsForSeveralThreadsAreRefusedWhereTheFirstOnesAreForOne",
            "handlersHaveIndexesFromOne",
            "limitsAreThoseOfThePapersAtLeast",
            "whatIsClosedSaysSo",
            "mediumMessagesOfAllSizesArriveAndGoBack",
            "anEndpointMaySendToItself",
            "bulkMessagesGoIntoTheSegmentBeforeTheirHandlerRuns");

    /** Expects tests that are not served to end with a refusal. */
    static final class Served implements InvocationInterceptor {
        @Override
        public void interceptTestMethod(
                Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
                throws Throwable {
            if (SERVED.contains(method.getExecutable().getName())) {
                invocation.proceed();
                return;
            }
            Throwable refusal = assertThrows(Throwable.class, invocation::proceed);
            String text = "";
            for (Throwable e = refusal; e != null; e = e.getCause()) {
                text += e.getMessage() + "\n";
            }
            assertTrue(text.contains("GAM (nic.firmware = gam)"), text);
        }
    }

    @Nested
    @ExtendWith(Served.class)
    class ShortAndMedium extends AmContract {
        @Override
        protected long tag() {
            return ActiveMessages.ANY_TAG;
        }

        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, GAM_BOARDS, body::run);
        }
    }

    @Nested
    @ExtendWith(Served.class)
    class Bulk extends AmBulkContract {
        @Override
        protected long tag() {
            return ActiveMessages.ANY_TAG;
        }

        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, GAM_BOARDS, body::run);
        }
    }
}
