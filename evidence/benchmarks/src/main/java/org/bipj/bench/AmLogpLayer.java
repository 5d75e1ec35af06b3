package org.bipj.bench;

import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmEndpoint;
import org.bipj.am2.Bundle;
import org.bipj.am2.BundleMode;

/** Measures Active Messages: a request's handler replies. */
final class AmLogpLayer extends LogpLayer {
    private static final int ASK = 1;
    private static final int ANSWER = 2;
    private static final int STOP = 3;
    private static final long TAG = 5;

    private final ActiveMessages am;
    private final Bundle bundle;
    private final AmEndpoint endpoint;
    private int answers;
    private boolean stopped;

    AmLogpLayer(ActiveMessages am, int window) {
        super(window);
        this.am = am;
        bundle = am.allocateBundle(BundleMode.SEQUENTIAL);
        endpoint = bundle.allocateEndpoint();
        endpoint.setTag(TAG);
        endpoint.setExpectedResources(window);
        endpoint.setHandler(
                ASK,
                message -> message.reply(
                        ANSWER, message.argument(0), message.argument(1), message.argument(2), message.argument(3)));
        endpoint.setHandler(ANSWER, message -> answers++);
        endpoint.setHandler(STOP, message -> stopped = true);
        endpoint.map(0, am.first(1), TAG);
    }

    @Override
    String name() {
        return "AM-II";
    }

    @Override
    double time() {
        return am.time();
    }

    @Override
    void send() {
        endpoint.request(0, ASK, 1, 2, 3, 4);
    }

    @Override
    int receive(boolean wait) {
        int before = answers;
        if (wait) {
            bundle.pollOrIdle();
        } else {
            bundle.poll();
        }
        return answers - before;
    }

    @Override
    void serve() {
        while (!stopped) {
            bundle.pollOrIdle();
        }
    }

    @Override
    void stop() {
        endpoint.request(0, STOP);
        while (endpoint.outstanding() > 0) {
            bundle.pollOrIdle();
        }
    }
}
