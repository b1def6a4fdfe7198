import { Session } from "node:inspector/promises";
import fs from "node:fs";
import { sentences, vectors } from "./made.mjs";
const { Memory } = await import(process.env.PKG + '/entry-node.js');
const N=+(process.env.N??10000), W=+(process.env.W??400);
const texts = process.env.TEXTS ? JSON.parse(fs.readFileSync(process.env.TEXTS)).slice(0,N+W) : sentences(N+W);
const vectorOf = vectors();
const memory = await Memory.open({storage:"memory",embed:async t=>t.map(vectorOf),embedModel:"made",policy:{gate:{duplicate:.9,related:.75}},seed:1});
for (let a=0;a<N;a+=500) await memory.rememberAll(texts.slice(a,Math.min(N,a+500)));
const s=new Session(); s.connect(); await s.post('Profiler.enable'); await s.post('Profiler.setSamplingInterval',{interval:200}); await s.post('Profiler.start');
const t=[];
if (process.env.RECALL) for (let i=0;i<W;i++){const a=performance.now(); await memory.recall(texts[N+i],{limit:10,touch:false}); t.push(performance.now()-a);}
else for (let i=0;i<W;i++){const a=performance.now(); await memory.remember(texts[N+i]); t.push(performance.now()-a);}
const {profile}=await s.post('Profiler.stop'); fs.writeFileSync(process.env.OUT??'/tmp/var/p.cpuprofile',JSON.stringify(profile));
t.sort((a,b)=>a-b); console.log('p50',t[W>>1].toFixed(2),'p95',t[W*.95|0].toFixed(2));
