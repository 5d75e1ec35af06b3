package org.bipj.testkit;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Runs each property for a few tries with one seed, where the system property {@code bipj.tries} says how many: a mutant is found
 * by the same samples in each run, and soon.
 */
public final class FewTries implements AroundPropertyHook {
    private static final String SEED = "20";

    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }

    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property)
            throws Throwable {
        Integer tries = Integer.getInteger("bipj.tries");
        if (tries != null) {
            var attributes = context.attributes();
            attributes.setTries(Math.min(tries, attributes.tries().orElse(tries)));
            attributes.setSeed(SEED);
        }
        return property.execute();
    }
}
