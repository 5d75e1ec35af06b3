/** jcstress tests: rings and queues under every interleaving that the machine can be made to show. */
package org.bipj.bench.stress;
