/**
 * JMH benchmarks of the parts: what a step costs alone. Those of classes that are not public are in the package of these
 * classes. Run by {@code ./mvnw -Pjmh -pl benchmarks -am -DskipTests integration-test -Djmh.args="Match -f 1"}.
 */
package org.bipj.bench.jmh;
