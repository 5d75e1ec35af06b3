package org.bipj.core.channel;

import org.bipj.testkit.ChannelContract;
import org.bipj.testkit.Fabric;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.LoopOptions.Direct;
import org.junit.jupiter.api.Nested;

/** The channel over ports that are small, late, and reach memory in every way. */
class LoopChannelTest {
    @Nested
    class PacketsAlone extends ChannelContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(
                    new LoopOptions().ranks(ranks).packets(8192, 8).eager(1000, 8192));
        }
    }

    @Nested
    class TinyPacketsAndWindows extends ChannelContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(
                    new LoopOptions().ranks(ranks).packets(40, 2).eager(32, 128).delay(300));
        }

        @Override
        protected int largest() {
            return 20_000;
        }
    }

    @Nested
    class Trains extends ChannelContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(new LoopOptions()
                    .ranks(ranks)
                    .packets(272, 4)
                    .eager(256, 16_384)
                    .trains(8192)
                    .delay(300));
        }
    }

    @Nested
    class PostedReceives extends ChannelContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(
                    new LoopOptions().ranks(ranks).packets(272, 4).delay(300).posted());
        }
    }

    @Nested
    class PacketsThatAreShown extends ChannelContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(
                    new LoopOptions().ranks(ranks).packets(272, 4).delay(300).shown());
        }
    }

    @Nested
    class RegisteredMemory extends ChannelContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(new LoopOptions().ranks(ranks).direct(Direct.REGISTERED, 500, 0));
        }
    }

    @Nested
    class AnyMemoryOftenUnreachable extends ChannelContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(new LoopOptions().ranks(ranks).delay(200).direct(Direct.ALL, 300, 400));
        }
    }

    @Nested
    class NeverReachableAfterAll extends ChannelContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(new LoopOptions().ranks(ranks).direct(Direct.ALL, 0, 1000));
        }

        @Override
        protected int largest() {
            return 100_000;
        }
    }

    @Nested
    class ChecksOnEveryPacket extends ChannelContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(new LoopOptions().ranks(ranks).unreliable(0, 0, 0));
        }
    }
}
